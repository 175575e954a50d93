import type { SerializeFrom } from '@remix-run/node'
import type { readEmbedPage } from './embed-page.server'

/** What the room shows, as it comes over the line: times are texts. */
export type ShownPage = SerializeFrom<typeof readEmbedPage>
