import { catches } from '../caught.ts'
import { BROKEN_ACCESS } from './broken-access.ts'

catches('elements', BROKEN_ACCESS)
