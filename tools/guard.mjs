/** Stops with one clear line on a Node that is too old to run the toolchain. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is too old: run this through \`npm run\` or \`npm start\` after \`npm ci\`` +
      ' without --ignore-scripts, or install Node >= 22.18.',
  )
  process.exit(2)
}
