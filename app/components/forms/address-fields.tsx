import { Field } from './field'

const parts = {
  street: 'address-line1',
  line2: 'address-line2',
  postcode: 'postal-code',
  city: 'address-level2',
}

type Part = keyof typeof parts

interface Props {
  /** Without a label for `line2`, that field is left out. */
  labels: Record<Exclude<Part, 'line2'>, string> & { line2?: string; line2Hint?: string }
  /** Of an address for the invoice, whose fields are named accordingly. */
  billing?: boolean
  /** The class of the line that postcode and city share. */
  line: string
  maxLength?: number
  kept?: Partial<Record<Part, string>>
}

export function AddressFields({ labels, billing, line, maxLength, kept }: Props) {
  const field = (part: Part, label: string, hint?: string) => (
    <Field
      name={billing ? `billing${part.charAt(0).toUpperCase()}${part.slice(1)}` : part}
      label={label}
      hint={hint}
      autoComplete={billing ? `billing ${parts[part]}` : parts[part]}
      maxLength={maxLength}
      defaultValue={kept?.[part]}
    />
  )
  return (
    <>
      {field('street', labels.street)}
      {labels.line2 && field('line2', labels.line2, labels.line2Hint)}
      <div className={line}>
        {field('postcode', labels.postcode)}
        {field('city', labels.city)}
      </div>
    </>
  )
}
