package import Foundation

/// A program of etcd is not installed.
package struct EtcdNotInstalled: Error, CustomStringConvertible {
    package let program: String

    package var description: String {
        "The program \(program) is missing, which these tests need: `.ci/setup test` installs it, from the packages "
            + "etcd-server and etcd-client on Debian and Ubuntu, and from etcd with Homebrew."
    }
}

/// Programs of the search path.
package enum ServerProgram {
    /// Finds a program of etcd in the folders of the search path.
    ///
    /// - Parameter name: Its name.
    /// - Returns: Where it is.
    /// - Throws: ``EtcdNotInstalled`` if it is not there.
    package static func etcd(_ name: String) throws -> URL {
        guard let url = find(name) else { throw EtcdNotInstalled(program: name) }
        return url
    }

    /// Finds a program in the folders of the search path.
    ///
    /// - Parameter name: Its name.
    /// - Returns: Where it is; `nil` if it is not there.
    package static func find(_ name: String) -> URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        let more: [Substring] = ["/usr/bin", "/usr/sbin", "/sbin", "/usr/local/bin", "/opt/homebrew/bin"]
        return (folders + more).map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { URL(filePath: $0) }
    }
}
