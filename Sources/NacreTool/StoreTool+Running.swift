import ArgumentParser

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension StoreTool {
    /// Runs the command line of this process, and ends the process.
    @MainActor
    public static func main() async {
        StandardDescriptors.fillClosed()
        // A closed pipe is reported as an error of the write, and does not kill the program.
        signal(SIGPIPE, SIG_IGN)
        if let fault = RawArguments.fault {
            Console.standard.diagnostics.failure(fault)
            ExitStatus.usage.endProcess()
        }
        await run(nil, on: .standard).endProcess()
    }

    /// Runs a command line.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name; `nil` for the arguments of this process.
    ///   - console: The console that the command writes to.
    /// - Returns: The exit status.
    static func run(_ arguments: [String]?, on console: Console) async -> ExitStatus {
        do {
            var command = try await RootCommand<Self>.asyncParseAsRoot(arguments)
            if let command = command as? any InterruptibleCommand {
                try await Interruption.run(command)
            } else if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            try console.output.flush()
            return .success
        } catch {
            return report(error, on: console)
        }
    }
}
