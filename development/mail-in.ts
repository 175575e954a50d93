import { freePort } from './app-process'

const usualPort = 2525

/** Where the demo takes e-mails, unless the environment says otherwise. */
export function mailInOfDemo(
  { MAIL_IN, MAIL_IN_DOMAIN }: NodeJS.ProcessEnv,
  port = usualPort,
): Record<'MAIL_IN' | 'MAIL_IN_DOMAIN', string> {
  return {
    MAIL_IN: MAIL_IN || `smtp://127.0.0.1:${port}`,
    MAIL_IN_DOMAIN: MAIL_IN_DOMAIN || 'in.localhost',
  }
}

/** On another port where something listens at the usual one. */
export async function openMailInOfDemo(environment: NodeJS.ProcessEnv) {
  return mailInOfDemo(environment, environment.MAIL_IN ? usualPort : await freePort(usualPort))
}
