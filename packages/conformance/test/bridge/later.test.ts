import { catchesLives } from '../caught.ts'
import { BROKEN_LATER } from './broken-later.ts'

catchesLives('bridge', BROKEN_LATER)
