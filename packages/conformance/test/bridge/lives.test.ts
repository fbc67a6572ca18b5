import { catchesLives } from '../caught.ts'
import { BROKEN_LIVES } from './broken-lives.ts'

catchesLives('bridge', BROKEN_LIVES)
