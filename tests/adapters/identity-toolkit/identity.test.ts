import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdentityToolkit } from '../../../app/adapters/identity-toolkit/identity.server'
import type { Identity } from '../../../app/domain/identity/identity'
import { type IdentityUnderTest, identityContract } from '../../contracts/identity'
import { identityLinksContract } from '../../contracts/identity-links'
import { identityProvidersContract } from '../../contracts/identity-providers'
import { type AuthEmulator, startAuthEmulator } from '../../support/auth-emulator'

let emulator: AuthEmulator
let identity: Identity

// Loading the emulator is slow where the machine is busy.
beforeAll(async () => {
  emulator = await startAuthEmulator()
  identity = createIdentityToolkit({ apiKey: 'demo-key', emulatorHost: emulator.host })
})

afterAll(() => emulator.close())

/** A change of address without proof, which the port does not offer. */
async function changeAddressAtOnce(idToken: string, email: string): Promise<void> {
  const path = '/identitytoolkit.googleapis.com/v1/accounts:update?key=demo-key'
  const response = await fetch(`http://${emulator.host}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ idToken, email }),
  })
  expect(response.status).toBe(200)
}

for (const enumerationProtection of [true, false]) {
  const open = async (): Promise<IdentityUnderTest> => {
    await emulator.setEnumerationProtection(enumerationProtection)
    const { lastCode, disable } = emulator
    const clock = () => new Date()
    return { identity, clock, enumerationProtection, lastCode, disable, changeAddressAtOnce }
  }
  const name = `of the emulator, enumeration protection ${enumerationProtection ? 'on' : 'off'}`
  identityContract(name, open)
  identityLinksContract(name, open)
  identityProvidersContract(name, open)
}

test('a missing key is a fault of ours', async () => {
  const keyless = createIdentityToolkit({ apiKey: '', emulatorHost: emulator.host })
  const refusal = { code: 'invalid-api-key' }
  await expect(keyless.lookup('any')).rejects.toMatchObject(refusal)
  await expect(keyless.refresh('any', new Date())).rejects.toMatchObject(refusal)
})

describe('methods that the emulator lacks', () => {
  const unknown = { name: 'IdentityError', code: 'internal-error' }

  test('the configuration of reCAPTCHA is a reported failure', async () => {
    await expect(identity.recaptchaConfig()).rejects.toMatchObject(unknown)
  })

  test('the address of a provider is a reported failure', async () => {
    const attempt = identity.startProviderSignIn('google.com', 'https://counter.example.com/login')
    await expect(attempt).rejects.toMatchObject(unknown)
  })
})
