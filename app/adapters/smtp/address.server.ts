import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'

/** Where mails are handed over, and as whom. */
export interface SmtpAddress {
  options: SMTPConnectionOptions
  auth?: { user: string; pass: string }
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * `smtps://` speaks TLS from the first byte, `smtp://` by STARTTLS: a password never goes over a line
 * that is not encrypted, except within this machine, where certificates are rarely in order. Of the
 * rest of the URL nothing is read. Source: RFC 8314.
 */
export function readSmtpUrl(smtpUrl: string): SmtpAddress {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const near = loopbackNames.includes(hostname)
  const auth = username
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : undefined
  return {
    options: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port ? Number(port) : undefined,
      secure,
      ignoreTLS: near && !secure,
      requireTLS: !near && !secure && auth !== undefined,
      allowInternalNetworkInterfaces: true,
    },
    auth,
  }
}
