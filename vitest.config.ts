import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './tests/support/slowest-first'
import { keepTemporaryFilesInMemory } from './tests/support/temporary-files'
import { browserScripts } from './vite/browser-scripts'
import { workerPrograms } from './vite/worker-programs'

const onBuiltApp = {
  globalSetup: 'tests/support/built-app.ts',
  setupFiles: 'tests/support/await-built-app.ts',
  // React renders on the server as it does in production.
  env: { NODE_ENV: 'production' as const },
  // What was built runs as it is.
  server: { deps: { external: [/\/build\/server\//] } },
}

const inBrowser = {
  ...onBuiltApp,
  globalSetup: [onBuiltApp.globalSetup, 'tests/support/one-browser.ts'],
}

const firestoreEmulator = 'tests/support/firestore-emulator.ts'

/** Folders of `tests/` whose tests are a project of their own. */
const ownProjects = [
  'adapters/firestore',
  'adapters/realtime-database',
  'browser',
  'development',
  'instances',
  'routes',
  'sweeps',
].map((folder) => `tests/${folder}/**`)

/** Tests near accounts, which are run with both kinds of them. */
const onOwnAccounts = [
  'action-page',
  'data-export',
  'deletion',
  'first-proof',
  'invitations',
  'no-desk',
  'one-house',
  'passkeys',
  'passwords',
  'profile',
  'refused-people',
  'second-factor',
  'settings',
  'sign-in',
  'sign-up',
  'verify-email',
].map((name) => `tests/{routes,sweeps}/${name}.test.ts`)

keepTemporaryFilesInMemory()

export default defineConfig({
  plugins: [browserScripts(), workerPrograms()],
  // As in the build, whichever React a project renders letters with.
  esbuild: { jsxDev: false },
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  test: {
    reporters: ['default', './tests/support/left-out.ts'],
    // On two cores: half of the time is waiting, for clocks, locks and browsers.
    maxWorkers: 5,
    sequence: { sequencer: SlowestFirst },
    // The client would turn to this one also where a test names its stand-in.
    env: { FIREBASE_DATABASE_EMULATOR_HOST: '' },
    // Loading the modules anew takes most files longer than their tests; those keep nothing in them.
    isolate: false,
    // As long as the slowest may take on a machine that has other work: how quick it is proves nothing.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
    // `npm test` runs the first three, `npm run test:quick` the first; `npm run test:all` runs them all.
    projects: [
      {
        extends: true,
        test: {
          name: 'domain',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ownProjects,
        },
      },
      {
        extends: true,
        test: { name: 'routes', include: ['tests/routes/**/*.test.{ts,tsx}'], ...onBuiltApp },
      },
      {
        extends: true,
        test: { name: 'journeys', include: ['tests/browser/journeys/*.test.ts'], ...inBrowser },
      },
      {
        extends: true,
        test: { name: 'browser', include: ['tests/browser/*.test.{ts,tsx}'], ...inBrowser },
      },
      {
        extends: true,
        test: { name: 'sweeps', include: ['tests/sweeps/*.test.ts'], ...onBuiltApp },
      },
      {
        extends: true,
        test: { name: 'development', include: ['tests/development/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'firestore',
          include: ['tests/adapters/firestore/**/*.test.ts'],
          globalSetup: firestoreEmulator,
        },
      },
      {
        extends: true,
        test: {
          name: 'realtime-database',
          include: ['tests/adapters/realtime-database/**/*.test.ts'],
          globalSetup: 'tests/support/realtime-emulator.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'instances',
          include: ['tests/instances/*.test.ts'],
          ...onBuiltApp,
          globalSetup: [onBuiltApp.globalSetup, firestoreEmulator],
        },
      },
      {
        extends: true,
        test: {
          name: 'distant',
          // The main journeys once more, with stores and a live bus that are far away.
          include: ['chat', 'live', 'tickets', 'sign-in', 'checkout', 'payments', 'settings'].map(
            (name) => `tests/routes/${name}.test.ts`,
          ),
          ...onBuiltApp,
          env: { ...onBuiltApp.env, STORE_LATENCY: '4' },
        },
      },
      {
        extends: true,
        test: {
          name: 'own-accounts',
          include: onOwnAccounts,
          ...onBuiltApp,
          env: { ...onBuiltApp.env, ACCOUNTS_UNDER_TEST: 'own' },
        },
      },
    ],
  },
})
