import { Field } from './field'

const parts = { street: 'address-line1', postcode: 'postal-code', city: 'address-level2' }

interface Props {
  labels: Record<keyof typeof parts, string>
  /** Of an address for the invoice, whose fields are named accordingly. */
  billing?: boolean
  /** The class of the line that postcode and city share. */
  line: string
  maxLength?: number
  kept?: Record<keyof typeof parts, string>
}

export function AddressFields({ labels, billing, line, maxLength, kept }: Props) {
  const field = (part: keyof typeof parts) => (
    <Field
      name={billing ? `billing${part.charAt(0).toUpperCase()}${part.slice(1)}` : part}
      label={labels[part]}
      autoComplete={billing ? `billing ${parts[part]}` : parts[part]}
      maxLength={maxLength}
      defaultValue={kept?.[part]}
    />
  )
  return (
    <>
      {field('street')}
      <div className={line}>
        {field('postcode')}
        {field('city')}
      </div>
    </>
  )
}
