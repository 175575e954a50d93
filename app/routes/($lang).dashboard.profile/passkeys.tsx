import { useSubmit } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { CodeField } from '~/components/forms/code-field'
import { DeskForm } from '~/components/forms/desk-form'
import { ErrorText, Field } from '~/components/forms/field'
import { FormProblem } from '~/components/forms/form-problem'
import { ProofField, SignInAgain } from '~/components/forms/proof-field'
import { SubmitLine } from '~/components/forms/submit'
import { useForm } from '~/components/forms/use-form'
import { attestationOf, creationOptions } from '~/domain/identity/passkey-creation'
import { longestPasskeyName } from '~/domain/identity/passkeys'
import { formatFullDate } from '~/i18n/formats'
import { useLanguage } from '~/i18n/language'
import { useTranslation } from '~/i18n/translation'
import type { ProfilePage } from './loader.server'

export const passkeyIntents = ['begin-passkey', 'add-passkey', 'remove-passkey'] as const

type ShownPasskeys = NonNullable<ProfilePage['passkeys']>

/** Adding one takes a browser with scripts that knows passkeys; without either, there is what there is to remove. */
export function Passkeys({ page }: { page: ProfilePage }) {
  const { t } = useTranslation()
  const answer = useForm(...passkeyIntents)
  const [canAdd, setCanAdd] = useState(false)
  useEffect(() => setCanAdd('PublicKeyCredential' in window), [])
  const { passkeys } = page
  const wasMaking = useRef(Boolean(passkeys?.making)).current
  const isShown = canAdd || answer || passkeys?.list[0]
  if (!passkeys || !isShown) return null
  const { making, isFull, list } = passkeys
  const adding = <Adding page={page} name={passkeys.name} />
  return (
    <section id="passkeys" aria-labelledby="passkeys-heading">
      <h2 id="passkeys-heading">{t('profile:passkeysHeading')}</h2>
      <p>{t('profile:passkeysLead')}</p>
      <div className="stack">
        <FormProblem answer={answer} />
        <ErrorText error={answer?.errors.passkey} />
        {list.length > 0 && <Known page={page} list={list} />}
        {canAdd && making && <Creation making={making} starts={!wasMaking} />}
        {canAdd && !making && !isFull && list.length === 0 && adding}
        {canAdd && !making && !isFull && list.length > 0 && (
          <details>
            <summary>{t('profile:passkeyAnother')}</summary>
            {adding}
          </details>
        )}
        {isFull && <p className="quiet">{t('profile:passkeysFull')}</p>}
      </div>
    </section>
  )
}

function Known({
  page: { unlinkAsks, timeZone },
  list,
}: {
  page: ProfilePage
  list: ShownPasskeys['list']
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const signsInFirst = unlinkAsks === 'sign-in'
  const day = (at: Date) => formatFullDate(at, language, timeZone)
  return (
    <DeskForm className="stack" place="passkeys" reloadDocument={signsInFirst}>
      {!signsInFirst && <input type="hidden" name="intent" value="remove-passkey" />}
      {!signsInFirst && <ProofField asked={unlinkAsks} name="passkeyRemovalPassword" />}
      <ul className="devices">
        {list.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id}>
            <div>
              <strong>{name || t('profile:passkeyNameless')}</strong>
              <p className="quiet">
                {t('profile:passkeySince', { day: day(createdAt) })}
                {lastUsedAt && ` · ${t('profile:passkeyUsed', { day: day(lastUsedAt) })}`}
              </p>
            </div>
            {!signsInFirst && (
              <button
                className="button second"
                name="passkeyId"
                value={id}
                aria-label={t('profile:passkeyRemoveNamed', { name })}
              >
                {t('profile:passkeyRemove')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {signsInFirst && <SignInAgain />}
    </DeskForm>
  )
}

function Adding({ page, name }: { page: ProfilePage; name: string }) {
  const { t } = useTranslation()
  const { emailVerified, factorAsks, factor } = page
  const signsInFirst = factorAsks === 'sign-in'
  if (!emailVerified) return <p className="quiet">{t('profile:factorConfirmFirst')}</p>
  return (
    <DeskForm className="stack" place="passkeys" reloadDocument={signsInFirst}>
      {signsInFirst ? (
        <SignInAgain />
      ) : (
        <>
          <Field
            name="passkeyName"
            label={t('profile:passkeyName')}
            hint={t('profile:passkeyNameHint')}
            defaultValue={name}
            maxLength={longestPasskeyName}
            autoComplete="off"
          />
          <ProofField asked={factorAsks} name="passkeyPassword" />
          {factor && <CodeField name="passkeyCode" />}
          <SubmitLine intent="begin-passkey" look="second" label={t('profile:passkeyAdd')} />
        </>
      )}
    </DeskForm>
  )
}

/** What it is asked for in this browser begins by itself; after a refusal, or a reload, a button does. */
function Creation({
  making,
  starts,
}: {
  making: NonNullable<ShownPasskeys['making']>
  starts: boolean
}) {
  const { t } = useTranslation()
  const made = useRef<HTMLInputElement>(null)
  const done = useRef<HTMLButtonElement>(null)
  const [problem, setProblem] = useState<'none' | 'there'>()
  const submit = useSubmit()
  const { challenge } = making

  async function create() {
    setProblem(undefined)
    try {
      const publicKey = creationOptions(making)
      const credential = await navigator.credentials.create({ publicKey })
      if (!made.current) return
      made.current.value = attestationOf(credential)
      submit(done.current, { preventScrollReset: true })
    } catch (error) {
      const isThere = error instanceof DOMException && error.name === 'InvalidStateError'
      setProblem(isThere ? 'there' : 'none')
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each challenge.
  useEffect(() => {
    if (starts) create()
  }, [challenge])

  return (
    <DeskForm className="stack" place="passkeys">
      <p>{t('profile:passkeyStep')}</p>
      <input type="hidden" name="passkey" ref={made} />
      <button hidden name="intent" value="add-passkey" ref={done} />
      <p className="deeds">
        <button type="button" className="button" onClick={create}>
          {t('profile:passkeyCreate')}
        </button>{' '}
        <button className="plain-button" name="intent" value="cancel-passkey">
          {t('profile:factorCancel')}
        </button>
      </p>
      <ErrorText error={problem && t(`profile:passkey.${problem}`)} />
    </DeskForm>
  )
}
