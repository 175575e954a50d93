import { createRequire } from 'node:module'
import { freePort } from '../../development/app-process'

interface Emulator {
  start(): Promise<void>
  stop(): Promise<void>
}

interface Runtime {
  start(): Promise<void>
  stop(): Promise<void>
  loadRuleset(): Promise<unknown>
}

const require = createRequire(import.meta.url)
const internal = (path: string) => require(`firebase-tools/lib/emulator/${path}`)

/**
 * The official storage emulator, in this process. Its rules need Java and are left out: what it is
 * asked here passes by them. Internal to firebase-tools, whose version is pinned. It takes an upload
 * in one chunk alone, ignores conditions, and makes every bucket that is named.
 */
export async function startStorageEmulator(): Promise<{ host: string; close(): Promise<void> }> {
  const { StorageEmulator } = internal('storage') as {
    StorageEmulator: new (options: object) => Emulator
  }
  const { StorageRulesRuntime } = internal('storage/rules/runtime') as {
    StorageRulesRuntime: { prototype: Runtime }
  }
  const { EmulatorRegistry } = internal('registry') as {
    EmulatorRegistry: {
      start(emulator: Emulator): Promise<void>
      stop(name: string): Promise<void>
    }
  }
  Object.assign(StorageRulesRuntime.prototype, {
    start: async () => undefined,
    stop: async () => undefined,
    loadRuleset: async () => ({ ruleset: {}, issues: { errors: [], warnings: [] } }),
  } satisfies Runtime)
  const port = await freePort()
  const rules = { name: 'storage.rules', content: '' }
  const place = { host: '127.0.0.1', port, projectId: 'demo-tresen' }
  await EmulatorRegistry.start(new StorageEmulator({ ...place, rules, auto_download: false }))
  return { host: `127.0.0.1:${port}`, close: () => EmulatorRegistry.stop('storage') }
}
