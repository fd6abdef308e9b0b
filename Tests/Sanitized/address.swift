// A wrong access that the address sanitizer has to find, if there is an argument: `.ci/builds sanitizers`.
let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 8)
bytes.deallocate()
if CommandLine.arguments.count > 1 { print(bytes[3]) }
