import type { TestProject } from 'vitest/node'
import { serveBrowser } from './chromium'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's one browser is to be connected to. */
    browser: string
  }
}

/** Starts one browser for all tests of a run. Nobody shares more than that: everybody has a context. */
export async function setup({ provide }: TestProject) {
  const server = await serveBrowser()
  provide('browser', server.wsEndpoint())
  return () => server.close()
}
