import { catchesLives } from '../caught.ts'
import { BROKEN_LIVES } from './broken-lives.ts'

catchesLives('elements', BROKEN_LIVES)
