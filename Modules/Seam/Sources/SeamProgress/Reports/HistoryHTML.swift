import SeamKit

/// A page for reading a history: the burn-down, what is left, and the uses at the last commit.
///
/// The page is one file without references. All of its content exists before any script runs; the script only filters, and stores
/// the filters in the address.
package enum HistoryHTML {
    /// Returns the document, with a newline at its end.
    package static func text(of history: UseHistory, title: String) -> String {
        let summary = HistorySummary(of: history)
        let title = SVGReport.escaped(title)
        let parts = [
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">",
            "<meta name=\"generator\" content=\"seam\">",
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
                + "script-src 'unsafe-inline'\">",
            "<title>\(title): progress</title>",
            "<style>\(SVGReport.palette)\(SVGReport.style)\(HTMLReport.style)\(BurnDown.style)</style>\n</head>\n<body>",
            head(of: history, summary: summary, title: title),
            "<main><figure>\(BurnDown.drawing(of: history, isAlone: false))</figure>",
            states(in: summary, isVerified: history.isVerified),
            items(titled: "Next", items: history.next.map { "<code>\(code($0))</code>" }),
            items(titled: "Hand-overs", items: history.handovers.map { code($0.text) }),
            parts(titled: "Singletons", key: "singleton", parts: summary.singletons) { $0 },
            parts(titled: "Modules", key: "module", parts: summary.modules) { $0 },
            parts(titled: "Owners", key: "owner", parts: summary.owners, name: UseHistory.owner),
            calls(in: summary, history: history),
            items(
                titled: "Still falling back to an accessor",
                items: summary.fallbacks.map {
                    "<code>\(place(file: $0.file, line: $0.line))</code> <code>\(HTMLReport.name($0.singleton))</code>"
                }
            ),
            groups(titled: "Left on purpose", groups: summary.reasons),
            groups(titled: "What is left looks like", groups: summary.shapes),
            uses(in: history),
            items(titled: "Notes", items: (history.goalStates().map(\.text) + history.notes).map(code)),
            "</main>\n<script>\(script)</script>\n</body>\n</html>",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }

    private static func head(of history: UseHistory, summary: HistorySummary, title: String) -> String {
        """
        <header><h1>\(title)</h1>
        <p><strong>\(Count.text(summary.remaining, noun: "use"))</strong> to move on \(history.last.day), \
        \(Count.text(summary.start, noun: "use")) on \(history.first.day); \(Count.grouped(summary.added)) added and \
        \(Count.grouped(summary.removed)) removed in between. \(summary.relying). Forecast: \(SVGReport.escaped(summary.forecast.text)).</p>
        <p class="search"><label for="search">Search singletons, members, files and owners</label> \
        <input id="search" type="search" autocomplete="off" placeholder="press / to search"> \
        <output id="found" for="search"></output></p></header>
        """
    }

    private static func section(titled title: String, content: String) -> String {
        "<section><h2>\(title)</h2>\n\(content)</section>"
    }

    private static func table(header: [String], rows: [String]) -> String {
        let cells = header.enumerated().map { index, name in
            "<th scope=\"col\"\(index > 0 && header.count < 5 ? " class=\"number\"" : "")>\(name)</th>"
        }
        return """
            <div class="wide"><table><thead><tr>\(cells.joined())</tr></thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>
            """
    }

    private static func states(in summary: HistorySummary, isVerified: Bool) -> String {
        var counts = summary.states.map { ($0.state.rawValue, Count.grouped($0.count)) }
        counts.append(("left on purpose", Count.grouped(summary.left)))
        if isVerified {
            counts.append(
                ("verified, of what was moved", "\(Count.grouped(summary.verified)) of \(Count.grouped(summary.moved))")
            )
        }
        let rows = counts.map { "<tr><th scope=\"row\">\($0)</th><td class=\"number\">\($1)</td></tr>" }
        return section(titled: "States", content: table(header: ["State", "Uses"], rows: rows))
    }

    private static func items(titled title: String, items: [String]) -> String {
        guard !items.isEmpty else { return "" }
        return section(
            titled: title,
            content: "<ul>" + items.map { "<li>\($0)</li>" }.joined(separator: "\n") + "</ul>"
        )
    }

    private static func calls(in summary: HistorySummary, history: UseHistory) -> String {
        guard !summary.calls.isEmpty else { return "" }
        let rows = summary.calls.map { call in
            let words = [call.file, call.callee, call.maker, call.singleton].joined(separator: " ").lowercased()
            return """
                <tr data-text="\(code(words))"><td><code>\(place(file: call.file, line: call.line))</code></td>\
                <td><code>\(HTMLReport.name(call.callee))</code></td><td><code>\(HTMLReport.name(call.singleton))</code></td>\
                <td>\(call.maker.isEmpty ? "" : "<code>\(HTMLReport.name(call.maker))</code>")</td>\
                <td>\(history.since(call.since))</td></tr>
                """
        }
        return section(
            titled: summary.relying,
            content: table(header: ["Place", "Makes", "Without", "In", "Since"], rows: rows)
        )
    }

    private static func place(file: String, line: Int) -> String {
        "\(code(file).replacing("/", with: "/<wbr>")):\(line)"
    }

    private static func parts(
        titled title: String,
        key: String,
        parts: [HistorySummary.Part],
        name: (String) -> String
    ) -> String {
        guard !parts.isEmpty else { return "" }
        let rows = parts.map { part in
            """
            <tr data-text="\(code(part.name.lowercased()))"><th scope="row"><a href="#" data-key="\(key)" \
            data-value="\(code(part.name))">\(HTMLReport.name(name(part.name)))</a></th>\
            <td class="number">\(Count.grouped(part.remaining))</td><td class="number">\(part.fell)</td></tr>
            """
        }
        return section(
            titled: title,
            content: table(header: [String(title.dropLast()), "To move", "Fewer than at the start"], rows: rows)
        )
    }

    private static func groups(titled title: String, groups: [HistorySummary.Group]) -> String {
        guard !groups.isEmpty else { return "" }
        let rows = groups.map { group in
            "<tr data-text=\"\(code(group.name.lowercased()))\"><th scope=\"row\"><code>\(HTMLReport.name(group.name))</code></th>"
                + "<td class=\"number\">\(Count.grouped(group.count))</td></tr>"
        }
        return section(titled: title, content: table(header: ["", "Uses"], rows: rows))
    }

    private static func uses(in history: UseHistory) -> String {
        guard !history.uses.isEmpty else { return section(titled: "Uses", content: "<p>None.</p>") }
        let rows = history.uses.map { use in
            let words = [use.singleton, use.member, use.file, use.owner, use.module, use.enclosing, use.state.rawValue]
            let since = use.since > 0 ? history.samples[use.since].day.description : "the start"
            let reason = use.reason.isEmpty ? "" : " <small>\(code(use.reason))</small>"
            let verified = use.isVerified && use.state != .direct ? ", verified" : ""
            return """
                <tr class="use" data-text="\(code(words.joined(separator: " ").lowercased()))" \
                data-singleton="\(code(use.singleton))" data-module="\(code(use.module))" data-owner="\(code(use.owner))">\
                <td><code>\(place(file: use.file, line: use.line))</code></td>\
                <td><code>\(HTMLReport.name("\(use.singleton).\(use.member)"))</code></td>\
                <td>\(use.state.rawValue)\(verified)\(reason)</td><td>\(code(UseHistory.owner(named: use.owner)))</td><td>\(since)</td></tr>
                """
        }
        return section(titled: "Uses", content: table(header: ["Place", "Use", "State", "Owner", "Since"], rows: rows))
    }

    private static func code(_ text: String) -> String { SVGReport.escaped(text) }

    /// Filters, and stores the filters in the address. It only hides existing elements, and sets text as text.
    private static let script = """
        'use strict';
        const all=(selector,root=document)=>[...root.querySelectorAll(selector)];
        const search=document.getElementById('search'),found=document.getElementById('found');
        const rows=all('tr[data-text]'),uses=all('tr.use'),links=all('a[data-key]');
        const nothing={singleton:null,module:null,owner:null};
        let state={...nothing,search:''};
        function read(){
          const params=new URLSearchParams(location.hash.slice(1));
          for(const key in nothing)state[key]=params.get(key);
          state.search=params.get('search')||'';
          search.value=state.search;
        }
        function go(change,isStep){
          Object.assign(state,change);
          const params=new URLSearchParams;
          for(const key in nothing)if(state[key]!==null)params.set(key,state[key]);
          if(state.search)params.set('search',state.search);
          history[isStep?'pushState':'replaceState'](null,'','#'+params);
          show();
        }
        function show(){
          const words=state.search.toLowerCase().split(/\\s+/).filter(Boolean);
          for(const row of rows)row.hidden=!words.every(word=>row.dataset.text.includes(word));
          for(const row of uses)
            for(const key in nothing)if(state[key]!==null&&row.dataset[key]!==state[key])row.hidden=true;
          for(const link of links){
            const row=link.closest('tr');
            if(state[link.dataset.key]===link.dataset.value)row.setAttribute('aria-current','true');
            else row.removeAttribute('aria-current');
          }
          const count=uses.filter(row=>!row.hidden).length;
          found.textContent=words.length||Object.keys(nothing).some(key=>state[key]!==null)
            ?count+(count===1?' use':' uses'):'';
        }
        for(const link of links)link.addEventListener('click',event=>{
          event.preventDefault();
          const {key,value}=link.dataset;
          go({[key]:state[key]===value?null:value},true);
        });
        search.addEventListener('input',()=>go({search:search.value},false));
        document.addEventListener('keydown',event=>{
          if(event.key==='/'&&document.activeElement!==search){event.preventDefault();search.focus();search.select()}
          if(event.key==='Escape'){search.value='';go({...nothing,search:''},true)}
        });
        for(const name of ['hashchange','popstate'])addEventListener(name,()=>{read();show()});
        read();show();
        """
}
