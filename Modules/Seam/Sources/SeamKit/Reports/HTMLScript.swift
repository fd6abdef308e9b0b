extension HTMLReport {
    /// The script of the page: it searches, selects, and stores both in the address. It only moves and hides existing elements,
    /// and sets text as text.
    static let script = """
        'use strict';
        const all=(selector,root=document)=>[...root.querySelectorAll(selector)];
        const picture=document.querySelector('.seam-picture'),search=document.getElementById('search'),
        found=document.getElementById('found'),panel=document.getElementById('panel');
        const narrow=matchMedia('(max-width:64rem)');
        const entries=all('.entry[data-id]'),nodes=picture?all('.node',picture):[],edges=picture?all('.edge',picture):[];
        const rows=all('tr[data-text]').filter(row=>!row.closest('.entry')),cuts=rows.filter(row=>row.dataset.cut);
        const titles=new Map(entries.map(entry=>[entry,entry.querySelector('summary').textContent.toLowerCase()]));
        const uses=entries.flatMap(entry=>all('.uses>li',entry).map(item=>({item,entry,text:item.dataset.text})));
        const nothing={singleton:'',module:'',cut:''};
        let state={...nothing,search:''};

        function read(){
          const hash=location.hash.slice(1),params=new URLSearchParams(hash);
          for(const key in state)state[key]=params.get(key)||'';
          let name='';
          try{name=decodeURIComponent(hash)}catch{}
          const anchor=name.startsWith('s-')&&document.getElementById(name);
          if(anchor)state.singleton=anchor.dataset.id;
          search.value=state.search;
        }
        function go(change,isStep){
          Object.assign(state,change);
          const params=new URLSearchParams;
          for(const key in state)if(state[key])params.set(key,state[key]);
          history[isStep?'pushState':'replaceState'](null,'','#'+params);
          show(isStep);
        }
        function choose(change){
          const [key]=Object.keys(change);
          go({...nothing,...(state[key]===change[key]?{}:change)},true);
        }
        function filter(){
          const words=state.search.toLowerCase().split(/\\s+/).filter(Boolean);
          const lit={m:new Set,s:new Set,edges:new Set},live=new Set;
          let count=0;
          for(const {item,entry,text} of uses){
            const title=titles.get(entry),fits=words.every(word=>text.includes(word)||title.includes(word));
            item.hidden=!fits;
            if(!fits)continue;
            count++;live.add(entry);
            lit.m.add(item.dataset.m);lit.s.add(entry.dataset.s);lit.edges.add(item.dataset.m+' '+entry.dataset.s);
          }
          for(const entry of entries)
            entry.hidden=!live.has(entry)&&!words.every(word=>titles.get(entry).includes(word));
          for(const row of rows)row.hidden=!words.every(word=>row.dataset.text.includes(word));
          for(const node of nodes){
            const off=words.length>0&&!('m' in node.dataset?lit.m.has(node.dataset.m):lit.s.has(node.dataset.s));
            node.classList.toggle('off',off);node.setAttribute('tabindex',off?-1:0);
          }
          for(const edge of edges)
            edge.classList.toggle('off',words.length>0&&!lit.edges.has(edge.dataset.m+' '+edge.dataset.s));
          found.textContent=words.length?count+(count===1?' use of ':' uses of ')+live.size
            +(live.size===1?' singleton':' singletons'):'';
        }
        function usesOf(row){
          const members=new Set(all('[data-member]',row).map(member=>member.dataset.member));
          return uses.filter(({item,entry})=>entry.dataset.id===row.dataset.of&&!('test' in item.dataset)
            &&members.has(item.dataset.member)).map(({item})=>item);
        }
        function chosenCut(){return state.singleton?undefined:cuts.find(row=>row.dataset.cut===state.cut)}
        function mark(){
          const row=chosenCut(),singleton=row?row.dataset.of:state.singleton;
          const from=row&&new Set(usesOf(row).map(item=>item.dataset.m));
          const chosen=nodes.find(node=>'m' in node.dataset?node.dataset.id===state.module&&state.module
            :node.dataset.id===singleton&&singleton);
          if(picture)picture.classList.toggle('picked',!!chosen);
          for(const part of [...nodes,...edges])part.classList.remove('on');
          for(const node of nodes)node.setAttribute('aria-pressed',node===chosen&&!row);
          if(!chosen)return;
          const side='m' in chosen.dataset?'m':'s',other=side==='m'?'s':'m';
          chosen.classList.add('on');
          for(const edge of edges.filter(edge=>edge.dataset[side]===chosen.dataset[side]&&(!from||from.has(edge.dataset.m)))){
            edge.classList.add('on');
            for(const node of nodes)if(node.dataset[other]===edge.dataset[other])node.classList.add('on');
          }
        }
        function element(name,text,...children){
          const made=document.createElement(name);
          if(text)made.textContent=text;
          made.append(...children);
          return made;
        }
        function list(items){
          const made=element('ol','',...items.map(item=>item.cloneNode(true)));
          made.className='uses';
          return made;
        }
        function copy(name,source){return element(name,'',...[...source.childNodes].map(node=>node.cloneNode(true)))}
        function moduleParts(){
          const parts=[element('h2',state.module)];
          for(const entry of entries){
            const items=all('.uses>li',entry).filter(item=>item.dataset.module===state.module&&!item.hidden);
            if(!items.length)continue;
            const link=element('a',entry.querySelector('.name').textContent);
            link.href='#'+new URLSearchParams({singleton:entry.dataset.id});
            parts.push(element('h3','',link),list(items));
          }
          if(parts.length===1)parts.push(element('p','No use fits.'));
          return parts;
        }
        function cutParts(row){
          const items=usesOf(row).filter(item=>!item.hidden),cells=row.cells;
          const parts=[element('h2',row.dataset.cut),element('p','',row.querySelector('small').cloneNode(true))];
          for(const [title,cell] of [['Members',cells[2]],['Callers',cells[3]],['Shared state',cells[4]]])
            parts.push(element('h3',title),copy('p',cell));
          parts.push(element('h3',items.length+(items.length===1?' use':' uses')),list(items));
          return parts;
        }
        function details(){
          const entry=entries.find(entry=>entry.dataset.id===state.singleton);
          const row=chosenCut();
          const parts=entry?[element('h2',entry.querySelector('.name').textContent),
              element('p','',element('small',entry.querySelector('summary small').textContent)),
              entry.querySelector('.body').cloneNode(true)]
            :row?cutParts(row):state.module?moduleParts():[];
          if(parts.length){
            const close=element('button','Close');
            close.addEventListener('click',()=>go(nothing,true));
            parts.unshift(close);
          }
          panel.replaceChildren(...parts);
          panel.hidden=!parts.length;
          panel.classList.toggle('of-cut',!!row);
          document.body.classList.toggle('chosen',parts.length>0);
          for(const part of [...entries.map(entry=>entry.querySelector('summary')),...cuts])
            if(part===row||part===entry?.querySelector('summary'))part.setAttribute('aria-current','true');
            else part.removeAttribute('aria-current');
          if(entry&&narrow.matches)entry.open=true;
          return entry||row&&(narrow.matches?panel:row);
        }
        function show(isStep){
          filter();mark();
          const part=details();
          if(part&&isStep)part.scrollIntoView({block:narrow.matches?'start':'nearest'});
        }

        for(const node of nodes){
          const change='m' in node.dataset?{module:node.dataset.id}:{singleton:node.dataset.id};
          node.addEventListener('click',()=>choose(change));
          node.addEventListener('keydown',event=>{
            if(event.key==='Enter'||event.key===' '){event.preventDefault();choose(change)}
          });
        }
        for(const entry of entries)entry.querySelector('summary').addEventListener('click',event=>{
          // On a narrow page the details unfold where they are.
          if(narrow.matches)return;
          event.preventDefault();choose({singleton:entry.dataset.id});
        });
        for(const row of cuts)row.querySelector('a.cut').addEventListener('click',event=>{
          event.preventDefault();choose({cut:row.dataset.cut});
        });
        search.addEventListener('input',()=>go({search:search.value},false));
        document.addEventListener('keydown',event=>{
          if(event.key==='/'&&document.activeElement!==search){event.preventDefault();search.focus();search.select()}
          if(event.key==='Escape'){search.value='';go({...nothing,search:''},true)}
          if(event.key==='ArrowDown'&&document.activeElement===search){
            const first=entries.find(entry=>!entry.hidden);
            if(first){event.preventDefault();first.querySelector('summary').focus()}
          }
        });
        for(const name of ['hashchange','popstate'])addEventListener(name,()=>{read();show(true)});
        let opened=[];
        // A browser may say twice that it prints.
        addEventListener('beforeprint',()=>{for(const item of all('details:not([open])')){opened.push(item);item.open=true}});
        addEventListener('afterprint',()=>{for(const item of opened)item.open=false;opened=[]});
        read();show(true);
        """
}
