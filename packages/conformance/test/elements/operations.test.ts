import { catches } from '../caught.ts'
import { BROKEN_OPERATIONS } from './broken-operations.ts'

catches('elements', BROKEN_OPERATIONS)
