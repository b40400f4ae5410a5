import Foundation

/// A program of etcd is not installed.
struct EtcdNotInstalled: Error, CustomStringConvertible {
    let program: String

    var description: String {
        "The program \(program) is missing, which these tests need: `.ci/setup test` installs it, from the packages "
            + "etcd-server and etcd-client on Debian and Ubuntu, and from etcd with Homebrew."
    }
}

/// Finds a program in the folders of the search path.
///
/// - Parameter name: Its name.
/// - Returns: Where it is.
/// - Throws: ``EtcdNotInstalled`` if it is not there.
func program(_ name: String) throws -> URL {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let paths = (folders + ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]).map { "\($0)/\(name)" }
    guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
        throw EtcdNotInstalled(program: name)
    }
    return URL(filePath: path)
}

/// No free port was found.
struct NoFreePort: Error {}

/// Ports of loopback that nothing listens on.
///
/// - Parameter count: How many.
/// - Returns: The ports.
/// - Throws: ``NoFreePort``.
func freePorts(_ count: Int) throws -> [Int] {
    var sockets: [Int32] = []
    defer { for socket in sockets { close(socket) } }
    return try (0..<count).map { _ in
        #if canImport(Glibc)
            let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let socket = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard socket >= 0 else { throw NoFreePort() }
        sockets.append(socket)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, length) == 0 && getsockname(socket, address, &length) == 0
            }
        }
        guard isBound else { throw NoFreePort() }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
