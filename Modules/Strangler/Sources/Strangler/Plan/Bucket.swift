/// The position of a subject in a rollout: the same bucket on every platform, in every process, permanently.
///
/// The bytes are the UTF-8 of the salt, one zero byte, and the UTF-8 of the subject, both without normalisation. They are
/// hashed with FNV-1a of 64 bits (draft-eastlake-fnv). Because FNV alone spreads short texts unevenly, the result is mixed with
/// the finaliser of MurmurHash3 (`fmix64`). The bucket is the remainder of its division by 10,000.
/// `docs/strangler/records.md` has the steps and test vectors for other platforms.
public enum Bucket {
    /// Returns the bucket of a subject, from 0 to 9,999. A share of n basis points contains the buckets below n.
    public static func of(_ subject: String, salt: String) -> Int {
        Int(hash(subject, salt: salt) % UInt64(Share.whole))
    }

    /// Returns all 64 bits from which a bucket is computed.
    static func hash(_ subject: String, salt: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ byte: UInt8) {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        salt.utf8.forEach(add)
        add(0)
        subject.utf8.forEach(add)
        return mixed(hash)
    }

    private static func mixed(_ hash: UInt64) -> UInt64 {
        var mixed = hash
        mixed = (mixed ^ (mixed >> 33)) &* 0xff51_afd7_ed55_8ccd
        mixed = (mixed ^ (mixed >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return mixed ^ (mixed >> 33)
    }
}
