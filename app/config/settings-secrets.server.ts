/** Words of secrets copied from an example. */
const exampleWords = /example|change.?me|secret|password|development|tresen/i

const developmentSecret = 'only-for-development-and-never-for-anything-else'

/** Characters. */
export const shortestSecret = 32

/** Newest first. None where the server makes its own. Adds what is wrong to `problems`, never the secret. */
export function readSecrets(
  { SESSION_SECRET: given, STORE }: { SESSION_SECRET?: string[]; STORE: string },
  development: boolean,
  problems: string[],
): string[] {
  if (development) return given ?? [developmentSecret]
  if (!given && STORE === 'firestore') {
    problems.push(
      `SESSION_SECRET is missing: at least ${shortestSecret} random characters, the same for each server, e.g. from openssl rand -base64 32`,
    )
  }
  for (const secret of given ?? []) {
    if (secret.length < shortestSecret) {
      problems.push(`SESSION_SECRET: ${shortestSecret} characters at least, each`)
    } else if (exampleWords.test(secret)) {
      problems.push('SESSION_SECRET: this one looks like an example; take random characters')
    }
  }
  return given ?? []
}
