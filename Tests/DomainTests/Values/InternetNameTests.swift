import Domain
import Testing

@Suite("A name on the Internet")
struct InternetNameTests {
    @Test(
        "Is read in Unicode, label by label",
        arguments: [
            ("xn--bcher-kva.example", "bücher.example"), ("www.xn--wgv71a.xn--zckzah", "www.日本.テスト"),
            ("XN--BCHER-KVA.Example", "bücher.Example"), ("xn--ggblx4h.example", "دواء.example"),
            ("xn--53h.example", "☕.example"), ("xn--zca.example", "ß.example"), ("xn--bcher-kva.", "bücher."),
            ("xn--on8h5e.example", "👍🏽.example"), ("xn--80adxhks.example", "москва.example"),
            ("xn--hxakic4aa.example", "ελλάδα.example"), ("xn--abc-s08fl0d.example", "日本abc.example"),
            ("xn--twitter-3d30a024x.example", "twitter한국.example"), ("xn--d-uga0v4h.example", "łódź.example"),
            ("xn--lododh2atk.example", "ქართული.example"), ("xn--u9j5hmbj5909dcvb.example", "日本のテスト.example"),
            ("xn--j2bd4cyah0f.example", "हिन्दी.example"), ("xn--2-2xf7a0j.example", "ไทย2.example"),
            ("xn--ngbrx4e.example", "عربي.example"), ("xn--m0d3gwjla96a.example", "ኢትዮጵያ.example"),
            ("xn--54b7fta0cc.example", "বাংলা.example"), ("xn--rlcus7b3d.example", "தமிழ்.example"),
            ("xn--q7ce6a.example", "ລາວ.example"), ("xn--j2e0cg3n2c.example", "ខ្មែរ.example"),
            ("xn--7idjb0f4ck.example", "မြန်မာ.example"), ("xn--nddj8i.example", "བོད.example"),
            ("xn--hqbpi0jcw.example", "ދިވެހި.example"), ("xn--y9aaa1d0ai1cq.example", "հայաստան.example"),
            ("xn--4dbrk0ce.example", "ישראל.example"), ("xn--xxabhm1c.example", "νόμος.example"),
            ("xn--80atc1g.example", "ёлка.example"), ("xn--5ekcd.example", "ㄅㄆㄇ.example"),
            ("xn--k9b1ah5el8z.example", "ਪੰਜਾਬੀ.example"),
        ]
    )
    func decodes(text: String, unicode: String) {
        #expect(InternetName(text).unicode.unicodeScalars.elementsEqual(unicode.unicodeScalars))
    }

    @Test("Keeps what it was given", arguments: ["xn--bcher-kva.example", "bücher.example", "XN--BCHER-KVA.example"])
    func keepsText(text: String) {
        #expect(InternetName(text).text == text)
        #expect(InternetName(text).description == text)
    }

    @Test(
        "Is left alone where nothing is encoded",
        arguments: [
            "", ".", "example.com", "bücher.example", "a..b", "xn-.example", "axn--bcher-kva.example", "Example.COM",
            "☕️.example", "example.com\u{1B}[31m",
        ]
    )
    func leavesAlone(text: String) {
        #expect(InternetName(text).unicode == text)
    }

    @Test(
        "A label that doesn't decode stays as it is, beside one that does",
        arguments: ["xn--", "xn---", "xn--99999999999999", "xn--b_cher-kva", "xn--bcher-kvä", "xn--bcher-k"]
    )
    func staysEncoded(label: String) {
        #expect(InternetName("\(label).xn--bcher-kva.example").unicode == "\(label).bücher.example")
    }

    @Test(
        "A label whose Unicode could mislead stays as it is",
        arguments: [
            ("xn--ab-qa", "a control character"),
            ("xn--ab-1ca", "white space"),
            ("xn--ab-l13a", "white space of East Asia"),
            ("xn--ab-x3t", "the end of a line"),
            ("xn--ab-g4t", "a change of direction"),
            ("xn--ab-s1t", "a mark of direction"),
            ("xn--ab-g1t", "a space of no width"),
            ("xn--abb-fn0a", "an invisible joiner"),
            ("xn--ab-372n", "an invisible variation"),
            ("xn--ab-3w4a", "an invisible letter"),
            ("xn--ab-7tb", "a mark on the stop before"),
            ("xn--ab-r13a", "a stop of another script"),
            ("xn--ab-c6t", "a fraction's slash"),
            ("xn--nder-fna", "upper case"),
            ("xn--ux-uub", "a letter apart from its accent"),
            ("xn--b-yq0i", "a letter of full width"),
            ("xn--wgv113y", "a character of private use"),
            ("xn--zva7051c", "no character at all"),
            ("xn--wgvw4275g", "no character, nor ever one"),
            ("xn--abc-", "nothing but ASCII"),
            ("xn--a b-cja", "white space in ASCII"),
        ]
    )
    func misleading(label: String, why: String) {
        #expect(InternetName("\(label).example").unicode == "\(label).example", "\(why)")
    }

    @Test(
        "A label that could be taken for another stays as it is",
        arguments: [
            ("xn--pple-43d", "Cyrillic and Latin"), ("xn--80ak6aa92e", "Cyrillic that looks like Latin"),
            ("xn--l-ylb1ca86csd", "Greek, Cyrillic and Latin"), ("xn--n1aav", "Cyrillic that looks like Latin"),
            ("xn--cloud-m4a", "a dotless i"), ("xn--mazon-zjc", "a letter of phonetics"),
            ("xn--a-otbggmamjkt", "a Cyrillic word and one Latin letter"),
            ("xn--paypa-ube", "a Latin word and one Greek letter"), ("xn--uz9ae5na", "a script that isn't recommended"),
            ("xn--n1af1c", "Cyrillic with an accent that looks like Latin with one"),
            ("xn--mxapli7d", "Greek with an accent that looks like Latin with one"),
            ("xn--07bh", "digits of Bengali that look like others"),
            ("xn--nnca", "digits of Tamil that look like zeros"),
            ("xn--b5ca", "digits of Thai that look like zeros"), ("xn--w6ja", "numbers of Han that look like zeros"),
            ("xn--hjda", "letters of Burmese that look like o"), ("xn--j1ai3065j", "a letter of an extension"),
            ("xn--t8fe", "letters of phonetics"),
            ("xn--googlecom-l74h", "a letter of Japanese that looks like a slash"),
            ("xn--paypal-dn7i", "a letter of Japanese that looks like a hyphen"),
            ("xn--h1acbxfam4601rdoc", "Han and Cyrillic"), ("xn--b1ayg721c", "Devanagari and Cyrillic"),
        ]
    )
    func confusable(label: String, why: String) {
        #expect(InternetName("\(label).com").unicode == "\(label).com", "\(why)")
    }

    @Test("A label longer than labels get stays as it is")
    func tooLong() {
        let label = "xn--989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c"
        #expect(InternetName(label).unicode == label)
    }
}
