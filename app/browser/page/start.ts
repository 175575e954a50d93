import { reportFailures } from '../failures/last-net'
import { applyLanguageChoice } from '../language/stored-choice'

/** What every page's script begins with. */
export function startPage() {
  reportFailures()
  applyLanguageChoice()
}
