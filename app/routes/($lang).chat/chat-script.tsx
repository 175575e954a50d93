import { useServedPage } from '~/components/page'

/** The chat's one small script; not there for whoever asks to save data. */
export function ChatScript() {
  const { ships, nonce, scripts } = useServedPage()
  if (ships !== 'chat') return null
  return <script type="module" src={scripts.chat} nonce={nonce} suppressHydrationWarning />
}
