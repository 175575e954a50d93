import { accountField } from '~/domain/forms/forms'

/** Names the account that a form was shown to, since another may sign in before it is sent. */
export function AccountMark({ account }: { account: string | undefined }) {
  return account ? <input type="hidden" name={accountField} value={account} /> : null
}
