import ChildProcesses
import Foundation
import TestCertificates
import TestFolders
import Testing

/// A web server of a folder's files on loopback, by Python, for tests of the browser itself.
struct FileServer {
    /// Its address, without a slash at its end.
    let address: String

    private static let script = """
        import functools, http.server, ssl, sys
        handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        if len(sys.argv) > 2:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[2], sys.argv[3])
            server.socket = context.wrap_socket(server.socket, server_side=True)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    /// Serves files while a test runs.
    static func run(
        _ files: [String: String], tls: Bool = false, _ test: (FileServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        for (name, content) in files { _ = try folder.file(content, named: name) }
        var arguments = ["-c", script, folder.path]
        if tls {
            let files = try LoopbackCertificate.write(into: folder)
            arguments += [files.certificate, files.key]
        }
        let process = try await ChildProcess(
            URL(filePath: "/usr/bin/python3"), arguments, errors: ChildProcess.null)
        do {
            let output = try await process.output { $0.contains(UInt8(ascii: "\n")) }
            let port = try #require(Int(String(decoding: output, as: UTF8.self).dropLast()))
            try await test(FileServer(address: "\(tls ? "https" : "http")://127.0.0.1:\(port)"))
            try await stop(process)
        } catch {
            try await stop(process)
            throw error
        }
    }

    private static func stop(_ process: ChildProcess) async throws {
        process.send(SIGKILL)
        _ = try await process.ending()
    }
}
