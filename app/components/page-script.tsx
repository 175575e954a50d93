import { useServedPage } from './page'

/** The one small script of the page; not there for whoever asks to save data. */
export function PageScript() {
  const { script } = useServedPage()
  return script ? <script type="module" src={script} /> : null
}
