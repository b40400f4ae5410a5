#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What went wrong with a file or a stream of bytes that the command line reads or writes.
package struct FileError: Error {
    /// What kind of failure it is.
    package struct Code: Hashable, CustomStringConvertible {
        /// The name of the kind.
        package let description: String

        /// There is no such file.
        static let noSuchFile = Code(description: "noSuchFile")

        /// The file cannot be made or opened for writing.
        static let cannotCreate = Code(description: "cannotCreate")

        /// Reading or writing failed, or opening for reading for another reason than a missing file.
        static let inputOutput = Code(description: "inputOutput")
    }

    /// What kind of failure it is.
    package let code: Code

    /// Which file, and what the system says.
    package let message: String

    /// The system's error number: `EPIPE` where whoever reads the output has gone.
    package let systemError: Int32

    /// Makes the error of a call that failed.
    ///
    /// - Parameters:
    ///   - code: What kind of failure it is.
    ///   - action: What was tried, with the name of the file.
    ///   - systemError: The system's error number.
    package init(_ code: Code, _ action: String, systemError: Int32) {
        self.code = code
        self.systemError = systemError
        message = "\(action): \(String(cString: strerror(systemError)))"
    }
}

extension FileError: CustomStringConvertible {
    /// The message.
    package var description: String { message }
}
