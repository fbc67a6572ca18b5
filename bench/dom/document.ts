/** A page to read: sections of headings, paragraphs, lists, tables and cards, as pages are. */

/** Nodes of one section; a page is made of so many that it has about as many nodes as wanted. */
const NODES = 62

const ENTRIES = [1, 2, 3, 4, 5]
const ROWS = [1, 2, 3, 4]

const section = (n: number): string => `
<section id="s${n}" class="part" aria-labelledby="h${n}"><h2 id="h${n}" class="title">Heading ${n}</h2>
<p class="lead">Some words with <a class="ref" href="/x/${n}">a link</a> and <em>more</em> words of part ${n}.</p>
<ul class="entries">${ENTRIES.map(i => `<li class="entry" data-key="${n}-${i}"><span class="label">Entry ${i}</span></li>`).join('')}</ul>
<table class="figures"><tbody>${ROWS.map(i => `<tr class="row"><th scope="row">Row ${i}</th><td class="number">${i * n}</td></tr>`).join('')}</tbody></table>
<div class="card" title="Card ${n}"><img class="picture" alt="Picture ${n}" width="16" height="16"><div class="body"><h3>Card ${n}</h3><p>Body text of card ${n}</p></div></div>
</section>`

/** A page of about so many elements and text nodes. */
export const pageOf = (nodes: number): string =>
  Array.from({ length: Math.max(1, Math.round(nodes / NODES)) }, (_, n) => section(n)).join('')
