import Foundation

/// The operating system's descriptions of the machine.
enum SystemNames {
    /// The kernel's name, release and machine, such as `Linux 6.1.0 x86_64`.
    static var kernel: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "unknown" }
        return "\(text(names.sysname)) \(text(names.release)) \(text(names.machine))"
    }

    /// The processor's name; `unknown` if the system does not report it.
    static var processor: String {
        #if canImport(Darwin)
            var size = 0
            guard sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0) == 0, size > 0 else { return "unknown" }
            var bytes = [UInt8](repeating: 0, count: size)
            guard sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0) == 0 else { return "unknown" }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #else
            return processor(text(of: "/proc/cpuinfo"), model: text(of: "/proc/device-tree/model"))
        #endif
    }

    /// The processor's name, from the text of `/proc/cpuinfo` and of the device tree's `model`, which ends with a zero
    /// byte; `unknown` if neither has it.
    ///
    /// ARM processors have no name there: the result is the machine's name, with the numbers of the processor's
    /// implementer and part.
    static func processor(_ information: String?, model: String?) -> String {
        let lines = information?.split(separator: "\n") ?? []
        func value(_ key: String) -> String? {
            guard let line = lines.first(where: { $0.hasPrefix(key) }), let colon = line.firstIndex(of: ":") else {
                return nil
            }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            return value.isEmpty ? nil : value
        }
        if let name = value("model name") { return name }
        let machine = model.map { $0.prefix { $0 != "\0" }.trimmingCharacters(in: .whitespacesAndNewlines) }
        let parts = [
            machine.flatMap { $0.isEmpty ? nil : $0 }, value("CPU implementer").map { "CPU implementer \($0)" },
            value("CPU part").map { "part \($0)" },
        ].compactMap(\.self)
        return parts.isEmpty ? "unknown" : parts.joined(separator: ", ")
    }

    /// A file's text; `nil` if it is missing, for example on machines without a device tree.
    private static func text(of path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

    /// The load average over the last minute; 0 if the system does not report it.
    static var loadAverage: Double {
        var averages = [Double](repeating: 0, count: 1)
        return getloadavg(&averages, 1) == 1 ? averages[0] : 0
    }

    /// The compiler's version, as far as a program can detect it: the newest tested version that it is not older than.
    static var compiler: String {
        #if compiler(>=6.5)
            "6.5 or newer"
        #elseif compiler(>=6.4)
            "6.4"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }

    private static func text<Tuple>(_ tuple: Tuple) -> String {
        withUnsafeBytes(of: tuple) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
