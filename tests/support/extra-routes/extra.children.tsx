import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'

interface ButtonProps {
  asChild?: boolean
  children: ReactNode
}

/** Gives its look to its only child, as component libraries have it. */
function Button({ asChild, children }: ButtonProps) {
  if (!asChild || !isValidElement(children)) return <button className="button">{children}</button>
  return cloneElement(children as ReactElement<{ className: string }>, { className: 'button' })
}

function Numbered({ children }: { children: ReactNode }) {
  return (
    <ol>
      {Children.toArray(children).map((child, index) =>
        isValidElement<{ title: string }>(child)
          ? cloneElement(child, { title: `number ${index + 1}` })
          : child,
      )}
    </ol>
  )
}

export default function WithChildren() {
  return (
    <output>
      <Button asChild>
        <a href="/shop">Shop</a>
      </Button>
      <Numbered>
        <li>one</li>
        {null}
        <li>two</li>
      </Numbered>
    </output>
  )
}
