import type { IncomingMessage } from 'node:http'
import type { Plugin } from 'vite'
import type { Visit } from '../app/server/arrival/visit'
import type * as Development from '../app/server/development'

/** Sources and tools that Vite serves: `/@vite/client`, `/app/root.tsx`, pre-bundled packages. */
const viteAddress = /^\/(@|node_modules\/|app\/|locales\/|__vite|__open-in-editor)/

/**
 * Mounts the server of production in Vite's: what decides before a page runs first, pages are
 * rendered after Vite's own files and before Remix's development middleware.
 */
export function developmentServer(): Plugin {
  return {
    name: 'tresen:development-server',
    apply: 'serve',
    configureServer(server) {
      const visits = new WeakMap<IncomingMessage, Visit>()
      // Loaded again at each request, so that an edited module counts from the next one on.
      const load = async () =>
        (await server.ssrLoadModule('/app/server/development.ts')) as typeof Development

      server.middlewares.use(async (request, response, next) => {
        if (viteAddress.test(request.url ?? '')) return next()
        try {
          const { arriveInDevelopment } = await load()
          const visit = await arriveInDevelopment(request, response, server.config.server.port)
          if (!visit) return
          visits.set(request, visit)
          next()
        } catch (error) {
          next(error)
        }
      })

      return () => {
        server.middlewares.use(async (request, response, next) => {
          const visit = visits.get(request)
          // Nothing is rendered that did not come in by the first door.
          if (!visit) return response.writeHead(404).end()
          try {
            const build = await server.ssrLoadModule('virtual:remix/server-build')
            const { answerInDevelopment } = await load()
            await answerInDevelopment(visit, build as Parameters<typeof answerInDevelopment>[1])
          } catch (error) {
            next(error)
          }
        })
      }
    },
  }
}
