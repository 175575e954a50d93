import { sortAtOnce } from './page/sorting'
import { startPage } from './page/start'

sortAtOnce()
startPage()
