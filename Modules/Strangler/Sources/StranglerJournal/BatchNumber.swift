#if Journal
    import Foundation

    /// The number of the last batch that was written to a journal, in the file `.use` beside it. If the journal has another, it is
    /// not the file that was written last.
    enum BatchNumber {
        static func last(beside journal: String) -> Int64 {
            let descriptor = open(journal + ".use", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return 0 }
            defer { close(descriptor) }
            var number: Int64 = 0
            return pread(descriptor, &number, 8, 0) == 8 ? number : 0
        }

        /// A number that can't be written only makes the journal count under another name.
        static func set(_ number: Int64, beside journal: String) {
            let descriptor = open(journal + ".use", O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            var number = number
            _ = pwrite(descriptor, &number, 8, 0)
        }
    }
#endif
