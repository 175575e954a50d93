import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PageHandle } from '~/components/site/page'

export const handle: PageHandle = {
  page: 'home:page',
  i18n: ['home'],
  stylesheet: 'plain',
  scripts: 'react',
}

export default function Portal() {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return (
    <output>
      rendered on the server
      {hydrated && createPortal(<p id="portal">rendered beside it</p>, document.body)}
    </output>
  )
}
