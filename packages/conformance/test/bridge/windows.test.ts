import { catches } from '../caught.ts'
import { BROKEN_WINDOWS } from './broken-windows.ts'

catches('bridge', BROKEN_WINDOWS)
