import '../../style.css'

export const metadata = { title: 'Shop' }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
