import { fileURLToPath } from 'node:url'

// Else it looks for one among the lock files above.
export default { turbopack: { root: fileURLToPath(new URL('..', import.meta.url)) } }
