/**
 * The classic commands of the Remix CLI (`remix dev`, `build`, `watch`) read this file; they know
 * nothing of Vite, whose commands read remix.config.ts. So that team members can type `remix dev`,
 * it runs what `npm run dev` runs.
 */
import { register } from 'tsx/esm/api'

if (process.argv[2] !== 'dev') {
  throw new Error('Vite builds this app: type `npm run build`, or `npm run dev` to work on it')
}
register()
await import('./development/start.ts')
// Never resolves: the app ends the process, and the classic compiler must not begin.
await new Promise(() => {})
