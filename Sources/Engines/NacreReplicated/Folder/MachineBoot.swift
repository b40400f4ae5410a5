internal import Nacre

#if canImport(Darwin)
    internal import Darwin
#endif

/// The present boot of the machine.
enum MachineBoot {
    /// An id that changes when the machine starts again.
    ///
    /// - Throws: `inputOutput` if the system does not tell it.
    static func id() throws(EventStoreError) -> String {
        #if canImport(Darwin)
            var size = 0
            let name = "kern.bootsessionuuid"
            guard sysctlbyname(name, nil, &size, nil, 0) == 0 else { throw SmallFile.failure(name, "cannot be read") }
            var bytes = [UInt8](repeating: 0, count: size)
            guard sysctlbyname(name, &bytes, &size, nil, 0) == 0 else {
                throw SmallFile.failure(name, "cannot be read")
            }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #else
            let path = "/proc/sys/kernel/random/boot_id"
            guard let bytes = try SmallFile.read(path) else { throw SmallFile.failure(path, "is missing") }
            return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        #endif
    }
}
