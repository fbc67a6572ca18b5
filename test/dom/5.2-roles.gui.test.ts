/** What a live page's elements become (elements §5.1, §5.2, §5.5). */
import { expect } from 'vitest'
import { verifies } from '../support/verifies.ts'
import { useLab } from './support/lab.ts'
import { element, take } from './support/reading.ts'

const lab = useLab()

const rows = [
  [
    'EL-5.2-nearest-role',
    'headings, paragraphs and links',
    '<h1>Title <em>one</em></h1><p>See <a href="/x">this</a> page.</p>',
    'Heading = "Title one"\nText = "See this page."\n  Link = "this"',
  ],
  [
    'EL-5.2-nearest-role',
    'loose text beside a block',
    '<div>before<p>inside</p>after</div>',
    'Text = "before"\nText = "inside"\nText = "after"',
  ],
  [
    'EL-5.2-nearest-role',
    'spans drawn as blocks are lines',
    '<style>.b{display:block}</style><div>one<span class=b>two</span><span class=b>three</span></div>',
    'Text = "one\\ntwo\\nthree"',
  ],
  [
    'EL-5.2-nearest-role',
    'a link around blocks holds them',
    '<a href="/x"><h2>Card</h2><p>words</p></a>',
    'Link\n  Heading = "Card"\n  Text = "words"',
  ],
  [
    'EL-5.2-nearest-role',
    'panes and dialogs are windows that say so',
    '<div role=tabpanel aria-label=Files><p>a</p></div><dialog open aria-label=Save><p>b</p></dialog>',
    'Window:tab "Files"\n  Text = "a"\nWindow:dialog "Save"\n  Text = "b"',
  ],
  [
    'EL-5.2-nearest-role',
    'a tree is a list whose nesting is the hierarchy',
    '<ul role=tree><li role=treeitem>src<ul role=group><li role=treeitem>index.ts</li></ul></li></ul>',
    'List\n  Row = "src"\n    Group\n      Row = "index.ts"',
  ],
  [
    'EL-5.2-rows-of-cells',
    'a table with a caption, head and body',
    '<table><caption>Prices</caption><colgroup><col></colgroup><thead><tr><th>A<th>B</thead><tbody><tr><td>1<td>2</table>',
    'Table "Prices"\n  Row\n    Cell = "A"\n    Cell = "B"\n  Row\n    Cell = "1"\n    Cell = "2"',
  ],
  [
    'EL-5.2-rows-of-cells',
    'a grid of divs',
    '<div role=grid aria-label=G><div role=row><span role=gridcell>1</span><span role=gridcell>2</span></div></div>',
    'Table "G"\n  Row\n    Cell = "1"\n    Cell = "2"',
  ],
  [
    'EL-5.2-no-furniture',
    'controls, menus and indicators',
    '<button>b</button><div role=toolbar>t</div><select><option>o</select><progress value=1></progress><input type=checkbox><input type=submit value=s><menu role=menu><li role=menuitem>m</menu><p>kept</p>',
    'Text = "kept"',
  ],
  [
    'EL-5.2-nearest-role',
    'what is read in a navigation or a banner is kept, its controls are not',
    '<nav><button>b</button><h2>Notes</h2><div role=menu>m</div></nav><div role=banner><p>kept</p></div>',
    'Group\n  Heading = "Notes"\nGroup\n  Text = "kept"',
  ],
  [
    'EL-5.2-no-furniture',
    'a button in a line is not in its text',
    '<p>Words <button>Reply</button> more</p>',
    'Text = "Words more"',
  ],
  [
    'EL-5.2-no-furniture',
    'scripts, styles and templates',
    '<script>let a</script><style>p{}</style><template><p>t</p></template><noscript>n</noscript><p>kept</p>',
    'Text = "kept"',
  ],
  [
    'EL-5.2-nearest-role',
    'a labelled field is text with its value',
    '<label>Name <input value=Ada></label><label for=n>Note</label><textarea id=n>two\nlines</textarea>',
    'Text "Name" = "Ada"\nText "Note" = "two\\nlines"',
  ],
  [
    'EL-5.2-no-furniture',
    'the name of a choice, but not what can be ticked off',
    '<p>kept</p><label for=s>Status</label><select id=s><option>All</option></select><label>Pick <select><option>1</option></select></label><ul><li><label><input type=checkbox>Buy milk</label></li><li><input id=c type=radio><label for=c>Rice</label></li></ul>',
    'Text = "kept"\nList\n  Row = "Buy milk"\n  Row = "Rice"',
  ],
  [
    'EL-5.2-subrole',
    "the app's own kinds",
    '<ul data-copane-subrole=board><li data-copane-role=Cell data-copane-subrole=task>Ship</li></ul><div data-copane-subrole=note>n</div>',
    'List:board\n  Cell:task = "Ship"\nGroup:note\n  Text = "n"',
  ],
  [
    'EL-5.2-root-application',
    'no page element is an Application',
    '<div role=application aria-label=Map><p>a</p></div><div data-copane-role=Application><p>b</p></div>',
    'Group "Map"\n  Text = "a"\nText = "b"',
  ],
  [
    'EL-5.2-role-words',
    'unknown hints and roles are passed over',
    '<p data-copane-role=Button role="banana heading">x</p>',
    'Heading = "x"',
  ],
  [
    'EL-5.1-title-line',
    'names of several lines',
    '<section aria-label="one\n two\u2028three"><p>x</p></section>',
    'Group "one two three"\n  Text = "x"',
  ],
  [
    'EL-5.1-title-line',
    'a name from the heading inside',
    '<section aria-labelledby=h><h2 id=h>Named <b>so</b></h2></section>',
    'Group "Named so"\n  Heading = "Named so"',
  ],
  [
    'EL-5.7-what-to-report',
    'what is not displayed is not open; a pane of it is one line',
    '<p hidden>no</p><div style="display:none"><h2>no</h2></div><details><summary>More</summary><p>no</p></details><div role=tabpanel hidden aria-label=Log><p>no</p></div>',
    'Group "More"\nWindow:tab "Log" hidden',
  ],
  [
    'EL-5.7-what-to-report',
    'groups of nothing say nothing',
    '<main><section aria-label="">  </section><ul></ul><p> </p></main><p>x</p>',
    'Text = "x"',
  ],
] as const

for (const [id, title, html, outline] of rows)
  verifies(id, title, async () => {
    const page = await lab().open(html)
    expect((await take(page)).outline).toBe(outline)
  })

verifies('EL-5.1-url', 'addresses without passwords, none for scripts', async () => {
  const page = await lab().open(
    '<base href="https://e.org/"><p><a href="/a">a</a> <a href="https://u:p@e.org/b">b</a> <a href="javascript:x()">c</a></p>',
  )
  const reading = await take(page)
  expect(['a', 'b', 'c'].map(name => element(reading, name).url)).toEqual([
    'https://e.org/a',
    'https://e.org/b',
    undefined,
  ])
})

verifies('EL-5.5-block-by-kind', 'an image is a link to it', async () => {
  const page = await lab().open(
    '<img src="data:image/png;base64,AAAA" alt="Inline"><img src="/pic.png" alt="Chart">',
  )
  const reading = await take(page)
  expect(element(reading, 'Chart').content).toEqual([
    { type: 'resource_link', uri: `${lab().site.origin}/pic.png`, name: 'Chart' },
  ])
  expect(element(reading, 'Inline').content).toBeUndefined()
})

verifies('EL-5.5-small', 'long text is cut between characters and says so', async () => {
  const family = '👩‍👩‍👧‍👦'
  const page = await lab().open(`<p>${'a'.repeat(1995)}${family}${family}</p>`)
  const [text] = (await take(page)).children[0]?.children ?? []
  expect(text?.content).toEqual([{ type: 'text', text: 'a'.repeat(1995) }])
  expect(text?.attributes).toEqual({ cut: true })
})

verifies('EL-5.1-children', 'right-to-left text, emoji and accents are whole', async () => {
  const text = 'שלום עולם 👩‍💻 e\u0301 مرحبا'
  const page = await lab().open(`<div dir=rtl><p>${text}</p></div>`)
  expect((await take(page)).outline).toBe(`Text = ${JSON.stringify(text)}`)
})
