import { catches } from '../caught.ts'
import { BROKEN_ANSWERS } from './broken-answers.ts'

catches('elements', BROKEN_ANSWERS)
