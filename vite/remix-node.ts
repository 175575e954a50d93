// Stands for @remix-run/node in the server's build. The package itself would load Remix's runtime a second
// time, and a fetch of its own: of all that we use what it gives a cookie's signature is its alone.
export { createCookie } from '@remix-run/node/dist/implementations.js'
export * from '@remix-run/server-runtime'
