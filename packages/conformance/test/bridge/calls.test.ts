import { catches } from '../caught.ts'
import { BROKEN_CALLS } from './broken-calls.ts'

catches('bridge', BROKEN_CALLS)
