/// Punycode, the encoding of internationalised labels in ASCII, without its prefix `xn--`.
///
/// Source: RFC 3492; the parameters are those of section 5, the procedures those of section 6.
enum Punycode {
    /// Returns the decoded text, or `nil` if the input isn't Punycode or stands for something that isn't a Unicode scalar.
    static func decode(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy({ $0 < initialN }) else { return nil }
        // A delimiter at the very beginning separates nothing, and isn't a digit either.
        let delimiter = bytes.lastIndex(of: hyphen).flatMap { $0 > 0 ? $0 : nil }
        var output = bytes[..<(delimiter ?? 0)].map { Unicode.Scalar($0) }
        var digits = bytes[(delimiter.map { $0 + 1 } ?? 0)...]

        var scalar = UInt32(initialN)
        var index = 0
        var bias = initialBias
        while !digits.isEmpty {
            guard let delta = number(&digits, bias: bias), let sum = checked(index.addingReportingOverflow(delta))
            else {
                return nil
            }
            let count = output.count + 1
            bias = adapt(delta, count: count, isFirst: index == 0)
            guard let step = UInt32(exactly: sum / count), let next = checked(scalar.addingReportingOverflow(step)),
                let decoded = Unicode.Scalar(next)
            else { return nil }
            scalar = next
            index = sum % count
            output.insert(decoded, at: index)
            index += 1
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: output)
        return String(view)
    }

    /// Returns the encoded text, or `nil` if the numbers overflow, which takes a text of millions of characters.
    static func encode(_ text: String) -> String? {
        let scalars = text.unicodeScalars.map(\.value)
        var output = scalars.filter { $0 < initialN }.map { UInt8($0) }
        let basicCount = output.count
        if basicCount > 0 { output.append(hyphen) }

        var handled = basicCount
        var least = UInt32(initialN)
        var delta = 0
        var bias = initialBias
        while handled < scalars.count, let next = scalars.lazy.filter({ $0 >= least }).min() {
            guard let leap = checked(Int(next - least).multipliedReportingOverflow(by: handled + 1)),
                let sum = checked(delta.addingReportingOverflow(leap))
            else { return nil }
            delta = sum
            for scalar in scalars where scalar <= next {
                if scalar < next {
                    delta += 1
                } else {
                    append(delta, bias: bias, to: &output)
                    bias = adapt(delta, count: handled + 1, isFirst: handled == basicCount)
                    delta = 0
                    handled += 1
                }
            }
            delta += 1
            least = next + 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static let base = 36
    private static let initialBias = 72
    private static let initialN: UInt8 = 128
    private static let hyphen = UInt8(ascii: "-")

    /// Removes one generalised variable-length integer from the front and returns it. Returns `nil` if it is cut off, too big
    /// or not a number.
    private static func number(_ digits: inout ArraySlice<UInt8>, bias: Int) -> Int? {
        var number = 0
        var weight = 1
        var position = base
        while let byte = digits.popFirst() {
            guard let digit = digit(byte), let product = checked(digit.multipliedReportingOverflow(by: weight)),
                let sum = checked(number.addingReportingOverflow(product))
            else { return nil }
            number = sum
            let threshold = threshold(position, bias)
            if digit < threshold { return number }
            guard let heavier = checked(weight.multipliedReportingOverflow(by: base - threshold)) else { return nil }
            weight = heavier
            position += base
        }
        return nil
    }

    private static func append(_ number: Int, bias: Int, to output: inout [UInt8]) {
        var rest = number
        var position = base
        while true {
            let threshold = threshold(position, bias)
            guard rest >= threshold else { break }
            output.append(byte(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
        output.append(byte(rest))
    }

    private static func threshold(_ position: Int, _ bias: Int) -> Int {
        min(max(position - bias, 1), 26)
    }

    private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var position = 0
        while delta > (base - 1) * 26 / 2 {
            delta /= base - 1
            position += base
        }
        return position + base * delta / (delta + 38)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 26
        default: nil
        }
    }

    private static func byte(_ digit: Int) -> UInt8 {
        digit < 26 ? UInt8(ascii: "a") + UInt8(digit) : UInt8(ascii: "0") + UInt8(digit - 26)
    }

    private static func checked<Number>(_ sum: (partialValue: Number, overflow: Bool)) -> Number? {
        sum.overflow ? nil : sum.partialValue
    }
}
