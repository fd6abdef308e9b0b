/// Names by index: each is stored once, and is found by its bytes without creating a string.
struct NameTable {
    private(set) var names: [String] = []
    /// Whether each name begins with a capital letter, as types do.
    private(set) var capitals: [Bool] = []
    private var hashes: [UInt32] = []
    /// The indices by hash, -1 for a free slot. The count is a power of two, and at most half of the slots are in use.
    private var slots = [Int32](repeating: -1, count: 128)

    init() {}

    /// Creates a table of these names, in their order.
    init(names: [String]) {
        for name in names { _ = index(of: name) }
    }

    /// Returns the index of a name, and adds it if necessary.
    mutating func index(of name: UnsafeBufferPointer<UInt8>) -> Int32 {
        let hash = Self.hash(of: name)
        let slot = self.slot(of: name, hash: hash)
        if slots[slot] >= 0 { return slots[slot] }
        let new = Int32(names.count)
        let text = String(decoding: name, as: UTF8.self)
        let first = name.first ?? 0
        names.append(text)
        capitals.append(first < 0x80 ? first >= 65 && first <= 90 : text.first?.isUppercase == true)
        hashes.append(hash)
        slots[slot] = new
        if names.count * 2 > slots.count { grow() }
        return new
    }

    mutating func index(of name: String) -> Int32 {
        var name = name
        return name.withUTF8 { index(of: $0) }
    }

    /// Returns the number of a name; nil if the table has none.
    func find(_ name: String) -> Int32? {
        var name = name
        return name.withUTF8 { bytes in
            let number = slots[slot(of: bytes, hash: Self.hash(of: bytes))]
            return number >= 0 ? number : nil
        }
    }

    /// Returns the slot of a name, or the free one in which it would be.
    private func slot(of name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int {
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let known = Int(slots[slot])
            if hashes[known] == hash, Self.isSame(names[known], as: name) { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private static func hash(of name: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return hash
    }

    private static func isSame(_ known: String, as name: UnsafeBufferPointer<UInt8>) -> Bool {
        var known = known
        return known.withUTF8 { $0.count == name.count && $0.elementsEqual(name) }
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for (index, hash) in hashes.enumerated() {
            var slot = Int(hash) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(index)
        }
    }
}

/// The meaning of names at a place: the innermost declaration wins, and ends with its scope.
///
/// Looking up takes one step, independent of the number of open scopes.
struct ScopedNames {
    private var meanings: [Int32] = []
    private var undo: [(name: Int32, meaning: Int32)] = []
    private static let none = Int32.min

    /// The start of a scope, which `leave` goes back to.
    var mark: Int { undo.count }

    subscript(name: Int32) -> Int32? {
        guard Int(name) < meanings.count, meanings[Int(name)] != Self.none else { return nil }
        return meanings[Int(name)]
    }

    mutating func declare(_ name: Int32, as meaning: Int32) {
        while meanings.count <= Int(name) { meanings.append(Self.none) }
        undo.append((name, meanings[Int(name)]))
        meanings[Int(name)] = meaning
    }

    mutating func leave(_ mark: Int) {
        while undo.count > mark {
            let last = undo.removeLast()
            meanings[Int(last.name)] = last.meaning
        }
    }
}
