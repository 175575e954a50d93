import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import { loopbackNames } from '../../domain/text/urls'

interface SmtpAddress {
  options: SMTPConnectionOptions
  auth?: { user: string; pass: string }
}

/**
 * `smtps://` is TLS from the first byte, `smtp://` STARTTLS: a password never crosses an
 * unencrypted line, except within this machine, where certificates are rarely valid. The rest of
 * the URL is ignored. Source: RFC 8314.
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
