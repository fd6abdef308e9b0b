/// A page to explore a map with: the picture, the cuts, every singleton with its members and uses.
///
/// One file without references. All of it is in the page before any script runs; the script only picks and
/// searches.
public struct HTMLReport: Sendable {
    /// Singletons that are drawn at most.
    public var limit: Int

    /// Makes a report.
    public init(limit: Int = 30) {
        self.limit = limit
    }

    /// The document, with a newline at its end.
    public func text(_ map: CodeMap, title: String) -> String {
        let ranking = Ranking(map)
        let picture = Picture(map, limit: limit)
        let title = SVGReport.escaped(title)
        var parts: [String] = []
        parts.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")
        parts.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        parts.append(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
                + "script-src 'unsafe-inline'\">"
        )
        parts.append("<title>\(title): singletons</title>")
        parts.append("<style>\(SVGReport.palette)\(SVGReport.style)\(Self.style)</style>\n</head>\n<body>")
        parts.append(head(map, ranking, title: title))
        parts.append("<main>")
        if !picture.singletons.isEmpty {
            parts.append("<figure>\(SVGReport(limit: limit).drawing(picture, isAlone: false))")
            parts.append(
                "<figcaption>Choose a module or a singleton to see only what belongs to it; choose it again, or press "
                    + "Escape, to see everything.</figcaption></figure>"
            )
        }
        parts.append(cuts(ranking))
        parts.append(singletons(map, ranking, picture))
        parts.append(rest(map))
        parts.append("</main>\n<script>\(Self.script)</script>\n</body>\n</html>")
        return parts.joined(separator: "\n") + "\n"
    }

    // MARK: Parts

    private func head(_ map: CodeMap, _ ranking: Ranking, title: String) -> String {
        let own = ranking.entries.count { $0.singleton.shape != .framework && $0.singleton.shape != .elsewhere }
        let byName = map.uses.count { $0.certainty == .byName }
        let name = byName > 0 ? ", \(Count.grouped(byName)) of them by name only" : ""
        return """
            <header><h1>\(title)</h1>
            <p><strong>\(Count.text(own, "singleton"))</strong>, \(Count.text(map.uses.count, "use"))\(name), in \
            \(Count.text(map.files.count, "file")), \(Count.text(map.statistics.lines, "line")) and \
            \(Count.text(map.modules.count, "module")).</p>
            <p class="search"><label for="search">Search types, members and files</label> \
            <input id="search" type="search" autocomplete="off" placeholder="press / to search"> \
            <output id="found" for="search"></output></p></header>
            """
    }

    private func cuts(_ ranking: Ranking) -> String {
        guard !ranking.cuts.isEmpty else { return "" }
        var rows: [String] = []
        for (index, cluster) in ranking.cuts.prefix(100).enumerated() {
            let members = cluster.members.map { "<code>\(Self.code($0.name))</code>" }.joined(separator: ", ")
            let callers = cluster.callers.map { "\(Self.code($0.name)) <small>\(Self.code($0.module))</small>" }
                .joined(separator: ", ")
            let state =
                cluster.sharedState.isEmpty ? "none" : cluster.sharedState.map(Self.code).joined(separator: ", ")
            rows.append(
                "<tr data-text=\"\(Self.search(cluster))\"><td>\(index + 1)</td><th scope=\"row\">\(Self.code(cluster.name))"
                    + "<br><small>from <a href=\"#\(Self.anchor(cluster.singleton))\">\(Self.code(cluster.singleton))</a>"
                    + "</small></th><td>\(members)</td><td>\(callers)</td><td>\(state)</td>"
                    + "<td class=\"number\">\(cluster.cost)</td></tr>"
            )
        }
        let more =
            ranking.cuts.count > 100 ? "<p>And \(Count.text(ranking.cuts.count - 100, "more cluster")).</p>" : ""
        return """
            <section><h2>Where to start</h2>
            <p>Members that the same callers use together are a use case; each could stand behind a protocol of its own. \
            Cheapest first: one for each caller, member and module, two for each write, three for each piece of shared \
            state.</p>
            <div class="wide"><table><thead><tr><td></td><th scope="col">Protocol</th><th scope="col">Members</th>\
            <th scope="col">Callers</th><th scope="col">Shared state</th><th scope="col" class="number">Cost</th></tr>\
            </thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>\(more)</section>
            """
    }

    private func singletons(_ map: CodeMap, _ ranking: Ranking, _ picture: Picture) -> String {
        guard !ranking.entries.isEmpty else { return "<section><h2>Singletons</h2><p>None found.</p></section>" }
        let uses = Dictionary(grouping: map.uses, by: \.singleton)
        var place: [String: Int] = [:]
        for (index, node) in picture.singletons.enumerated() { place[node.id] = index }
        var modulePlace: [String: Int] = [:]
        for (index, node) in picture.modules.enumerated() { modulePlace[node.name] = index }
        var parts = ["<section><h2>Singletons</h2>"]
        for entry in ranking.entries {
            let singleton = entry.singleton
            let own = uses[singleton.id] ?? []
            let source =
                singleton.file.isEmpty ? "not declared here" : "\(Self.code(singleton.file)):\(singleton.line)"
            let index = place[singleton.id].map { " data-s=\"\($0)\"" } ?? ""
            parts.append(
                "<details class=\"entry\" id=\"\(Self.anchor(singleton.id))\"\(index)><summary>"
                    + "<span class=\"name\">\(Self.code(TextReport.label(singleton)))</span> "
                    + "<small>\(singleton.shape.rawValue)\(singleton.module.isEmpty ? "" : " of \(Self.code(singleton.module))")"
                    + ", \(Count.text(entry.users.count, "user")) in \(Count.text(entry.modules.count, "module")), "
                    + "\(Count.text(entry.uses, "use")), \(Count.text(entry.writes, "write")), "
                    + "\(entry.testUses) in tests</small></summary><p><small>\(source)</small></p>"
            )
            if !entry.members.isEmpty {
                let rows = entry.members.map { member in
                    "<tr data-text=\"\(Self.code(member.name.lowercased()))\"><th scope=\"row\"><code>\(Self.code(member.name))"
                        + "</code></th><td class=\"number\">\(member.calls)</td><td class=\"number\">\(member.reads)</td>"
                        + "<td class=\"number\(member.writes > 0 ? " written" : "")\">\(member.writes)</td>"
                        + "<td>\(member.users.map { Self.code($0.name) }.joined(separator: ", "))</td></tr>"
                }
                parts.append(
                    "<div class=\"wide\"><table><thead><tr><th scope=\"col\">Member</th><th scope=\"col\" class=\"number\">Calls"
                        + "</th><th scope=\"col\" class=\"number\">Reads</th><th scope=\"col\" class=\"number\">Writes</th>"
                        + "<th scope=\"col\">Users</th></tr></thead><tbody>\n\(rows.joined(separator: "\n"))\n</tbody></table></div>"
                )
            }
            if !own.isEmpty {
                let items = own.map { use in
                    let inside = [use.enclosingType, use.enclosingFunction].filter { !$0.isEmpty }.joined(
                        separator: "."
                    )
                    let module = modulePlace[use.module].map { " data-m=\"\($0)\"" } ?? ""
                    let words = "\(use.member) \(use.file) \(inside) \(use.module)".lowercased()
                    return
                        "<li data-text=\"\(Self.code(words))\"\(module)><code>\(Self.code(use.file)):\(use.line)</code> "
                        + "<span class=\"\(use.kind.rawValue)\">\(use.kind.rawValue)</span> "
                        + "<code>\(Self.code(use.member))</code>"
                        + (inside.isEmpty ? "" : " in \(Self.code(inside))")
                        + (use.certainty == .byName ? " <em>by name</em>" : "")
                        + (use.isTest ? " <em>test</em>" : "")
                        + "</li>"
                }
                parts.append("<ol class=\"uses\">\n\(items.joined(separator: "\n"))\n</ol>")
            }
            parts.append("</details>")
        }
        parts.append("</section>")
        return parts.joined(separator: "\n")
    }

    private func rest(_ map: CodeMap) -> String {
        var parts: [String] = []
        if !map.problems.isEmpty {
            let items = map.problems.map {
                "<li><code>\(Self.code($0.path))\($0.line > 0 ? ":\($0.line)" : "")</code> \(Self.code($0.message))</li>"
            }
            parts.append(
                "<section><h2>Not read, or not wholly</h2><ul>\(items.joined(separator: "\n"))</ul></section>"
            )
        }
        if !map.skipped.isEmpty {
            let items = map.skipped.map { "<li><code>\(Self.code($0.path))</code> \($0.reason.rawValue)</li>" }
            parts.append(
                "<section><details class=\"entry\"><summary>Skipped: \(map.skipped.count)</summary><ul>"
                    + "\(items.joined(separator: "\n"))</ul></details></section>"
            )
        }
        return parts.joined(separator: "\n")
    }

    // MARK: Text

    private static func code(_ text: String) -> String { SVGReport.escaped(text) }

    private static func search(_ cluster: Ranking.Cluster) -> String {
        let words = [cluster.name, cluster.singleton] + cluster.members.map(\.name) + cluster.callers.map(\.name)
        return code(words.joined(separator: " ").lowercased())
    }

    private static func anchor(_ id: String) -> String {
        "s-" + code(String(id.map { $0.isWhitespace ? "-" : $0 }))
    }

    private static let style = """
        *{box-sizing:border-box}body{margin:0 auto;padding:1.2rem;max-width:76rem;background:var(--ground);color:var(--ink);\
        font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
        h1{margin:0;font-size:1.6rem;overflow-wrap:anywhere}h2{font-size:1.2rem;margin:2rem 0 .4rem}p{margin:.3rem 0}
        small,figcaption{color:var(--soft);font-size:.86rem}code{font:.88em ui-monospace,"DejaVu Sans Mono",Menlo,monospace;\
        overflow-wrap:anywhere}a{color:var(--link)}
        figure{margin:1rem 0;border:1px solid var(--line);border-radius:8px;padding:.6rem;overflow-x:auto}
        .seam-picture{display:block;width:100%;min-width:44rem;height:auto;max-height:none}
        .search label{display:block;font-size:.86rem;color:var(--soft)}
        input{font:inherit;width:min(28rem,100%);padding:.35rem .6rem;border:1px solid var(--line);border-radius:6px;\
        background:var(--ground);color:var(--ink)}
        .wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.92rem}
        th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}
        thead th{color:var(--soft);font-weight:600;font-size:.82rem}.number{text-align:right;font-variant-numeric:tabular-nums}
        .entry{border-bottom:1px solid var(--line);padding:.45rem 0}summary{cursor:pointer}.name{font-weight:600}
        .uses{font-size:.9rem;padding-left:2.6rem;margin:.6rem 0}.write,.written{color:var(--written);font-weight:600}
        .node{cursor:pointer}.node:focus{outline:none}.node:focus-visible rect,.node.on rect{stroke-width:2.5;\
        stroke:var(--own-line)}:focus-visible{outline:2px solid var(--own-line);outline-offset:2px}
        .picked .edge{stroke-opacity:.06}.picked .edge.on{stroke-opacity:.85}.picked .node{opacity:.3}.picked .node.on{opacity:1}
        [hidden]{display:none!important}
        @media print{body{max-width:none;padding:0;font-size:11px}.search,figcaption{display:none}figure{border:0;\
        page-break-inside:avoid}details::details-content{content-visibility:visible;display:block}tr,li{break-inside:avoid}}

        """

    private static let script = """
        'use strict';
        const all=(s,r=document)=>[...r.querySelectorAll(s)];
        const picture=document.querySelector('.seam-picture'),search=document.getElementById('search'),
        found=document.getElementById('found');
        let picked=null;
        const key=n=>n.dataset.m!==undefined?['m',n.dataset.m]:['s',n.dataset.s];
        function apply(){
          const words=search.value.toLowerCase().split(/\\s+/).filter(Boolean);
          const fits=e=>words.every(w=>(e.dataset.text||'').includes(w));
          let shown=0;
          all('.entry[id]').forEach(entry=>{
            const title=entry.querySelector('summary').textContent.toLowerCase();
            const whole=words.every(w=>title.includes(w));
            const [side,index]=picked?key(picked):[null,null];
            let any=false;
            all('li[data-text]',entry).forEach(li=>{
              const ok=(whole||fits(li))&&(side!=='m'||li.dataset.m===index);
              li.hidden=!ok;if(ok){any=true;shown++}
            });
            const mine=side!=='s'||entry.dataset.s===index;
            entry.hidden=!(mine&&(any||(whole&&side!=='m')));
            if(words.length||side==='s')entry.open=!entry.hidden&&(side==='s'||!whole||entry.open);
          });
          all('tr[data-text]').filter(r=>!r.closest('.entry')).forEach(r=>{r.hidden=words.length>0&&!fits(r)});
          found.textContent=words.length||picked?shown+(shown===1?' use':' uses'):'';
        }
        function pick(node){
          picked=node===picked?null:node;
          if(picture){
            all('.on',picture).forEach(e=>e.classList.remove('on'));
            picture.classList.toggle('picked',!!picked);
            all('.node',picture).forEach(n=>n.setAttribute('aria-pressed',n===picked));
            if(picked){
              const [side,index]=key(picked);
              picked.classList.add('on');
              all('.edge',picture).filter(e=>e.dataset[side]===index).forEach(e=>{
                e.classList.add('on');
                all('.node',picture).filter(n=>n.dataset.m===e.dataset.m||n.dataset.s===e.dataset.s)
                  .filter(n=>key(n)[0]!==side).forEach(n=>n.classList.add('on'));
              });
            }
          }
          apply();
        }
        if(picture)all('.node',picture).forEach(node=>{
          node.addEventListener('click',()=>pick(node));
          node.addEventListener('keydown',e=>{if(e.key==='Enter'||e.key===' '){e.preventDefault();pick(node)}});
        });
        search.addEventListener('input',apply);
        document.addEventListener('keydown',e=>{
          if(e.key==='/'&&document.activeElement!==search){e.preventDefault();search.focus()}
          if(e.key==='Escape'){search.value='';if(picked)pick(picked);else apply()}
        });
        addEventListener('hashchange',()=>{
          const entry=document.getElementById(decodeURIComponent(location.hash.slice(1)));
          if(entry&&entry.matches('.entry')){entry.hidden=false;entry.open=true;entry.querySelector('summary').focus()}
        });
        let opened=[];
        addEventListener('beforeprint',()=>{opened=all('details:not([open])');opened.forEach(d=>{d.open=true})});
        addEventListener('afterprint',()=>{opened.forEach(d=>{d.open=false})});
        """
}
