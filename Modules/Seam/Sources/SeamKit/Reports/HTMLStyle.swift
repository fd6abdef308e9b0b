extension HTMLReport {
    /// The style of the page. Names break only after a `/` or `.`, where the page has a `<wbr>`; content that is still too wide
    /// scrolls.
    package static let style = """
        *{box-sizing:border-box}body{margin:0 auto;padding:1.2rem;max-width:76rem;background:var(--ground);color:var(--ink);\
        font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
        body.chosen{max-width:110rem}
        h1{margin:0;font-size:1.6rem}h2{font-size:1.2rem;margin:2rem 0 .4rem}h3{font-size:1rem;margin:1rem 0 .2rem}\
        p{margin:.3rem 0}h1,section,#panel{overflow-x:auto}
        small,figcaption{color:var(--soft);font-size:.86rem}code{font:.88em ui-monospace,"DejaVu Sans Mono",Menlo,monospace}
        a{color:var(--link)}td code,li code{white-space:normal}
        figure{margin:1rem 0;border:1px solid var(--line);border-radius:8px;padding:.6rem;overflow-x:auto}
        .seam-picture{display:block;width:100%;min-width:44rem;height:auto;max-height:none}
        .search label{display:block;font-size:.86rem;color:var(--soft)}
        input{font:inherit;width:min(28rem,100%);padding:.35rem .6rem;border:1px solid var(--line);border-radius:6px;\
        background:var(--ground);color:var(--ink)}
        .wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.92rem}
        th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-bottom:1px solid var(--line)}
        thead th{color:var(--soft);font-weight:600;font-size:.82rem}.number{text-align:right;font-variant-numeric:tabular-nums}
        .entry{border-bottom:1px solid var(--line);padding:.45rem 0}summary{cursor:pointer}.name{font-weight:600}
        summary[aria-current],tr[aria-current]{background:var(--own)}
        .uses{font-size:.9rem;padding-left:2.6rem;margin:.6rem 0}.write,.written{color:var(--written);font-weight:600}
        .node{cursor:pointer}.node:focus{outline:none}.node:focus-visible rect,.node.on rect{stroke-width:2.5;\
        stroke:var(--own-line)}:focus-visible{outline:2px solid var(--own-line);outline-offset:2px}
        .picked .edge{stroke-opacity:.06}.picked .edge.on{stroke-opacity:.85}.picked .node{opacity:.3}.picked .node.on{opacity:1}
        .seam-picture .node.off{opacity:.12}.seam-picture .edge.off{stroke-opacity:.03}
        #panel{border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem}#panel h2{margin:0}
        button{font:inherit;font-size:.86rem;float:right;border:1px solid var(--line);border-radius:6px;background:var(--module);\
        color:var(--ink);cursor:pointer}
        [hidden]{display:none!important}
        @media (min-width:64.01rem){body.chosen .columns{display:grid;grid-template-columns:minmax(0,3fr) minmax(24rem,2fr);\
        gap:1.5rem;align-items:start}#panel{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto;margin-top:1rem}}
        @media (max-width:64rem){#panel:not(.of-cut){display:none}.columns{display:flex;flex-direction:column}\
        .columns>*{min-width:0;max-width:100%}#panel{order:-1;width:100%;margin-top:1rem}}
        @media print{html{font-size:11px}body,body.chosen{max-width:none;padding:0;font-size:11px}.columns{display:block!important}\
        .search,figcaption,#panel{display:none!important}figure{border:0;page-break-inside:avoid}\
        h1,section,figure,.wide{overflow:visible}.seam-picture{min-width:0}\
        details::details-content{content-visibility:visible;display:block}tr,li{break-inside:avoid}}

        """
}
