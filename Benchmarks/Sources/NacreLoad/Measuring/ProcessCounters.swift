package import Foundation

#if canImport(CDispatch)
    // On Linux, several modules define the system's types, and the compiler may find this one's.
    import CDispatch
#endif

/// The system's counters of a process; `nil` if it has none.
package enum ProcessCounters {
    /// Bytes of anonymous memory in use: `RssAnon`.
    package static func anonymousBytes(of processID: Int32) -> UInt64? {
        number(after: "RssAnon:", in: "/proc/\(processID)/status").map { $0 * 1024 }
    }

    /// Bytes that the process has caused to be written to a disk: `write_bytes`.
    package static func bytesWritten(by processID: Int32) -> UInt64? {
        number(after: "write_bytes:", in: "/proc/\(processID)/io")
    }

    /// Processor time of a process in nanoseconds, system time included, in steps of 10 ms.
    package static func processorNanoseconds(of processID: Int32) -> UInt64? {
        // The program's name, in parentheses, may contain spaces; the times are fields 14 and 15 (proc_pid_stat(5)).
        guard let text = contents(of: "/proc/\(processID)/stat"), let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        let ticks = UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))
        guard fields.count > 12, let user = UInt64(fields[11]), let system = UInt64(fields[12]) else { return nil }
        return (user + system) * (1_000_000_000 / ticks)
    }

    /// Bytes written to the block device of a folder, by any process.
    package static func bytesWritten(toDeviceOf folder: URL) -> UInt64? {
        var status = stat()
        guard stat(folder.path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            return nil
        #else
            // The kernel's encoding of a device number (<sys/sysmacros.h>), whose macros are not imported into Swift.
            let device = UInt64(status.st_dev)
            let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
            let minor = device & 0xFF | device >> 12 & ~0xFF
            guard let text = contents(of: "/sys/dev/block/\(major):\(minor)/stat") else { return nil }
            // Sectors written, which are 512 bytes on any device (Documentation/block/stat.rst).
            let fields = text.split(separator: " ")
            return fields.count > 6 ? UInt64(fields[6]).map { $0 * 512 } : nil
        #endif
    }

    /// The number after a label at the beginning of a line.
    private static func number(after label: String, in path: String) -> UInt64? {
        guard let text = contents(of: path),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(label) }),
            let digits = line.dropFirst(label.count).split(whereSeparator: { $0 == " " || $0 == "\t" }).first
        else { return nil }
        return UInt64(digits)
    }

    private static func contents(of path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }
}
