import { catches } from '../caught.ts'
import { BROKEN_TOOLS } from './broken-tools.ts'

catches('bridge', BROKEN_TOOLS)
