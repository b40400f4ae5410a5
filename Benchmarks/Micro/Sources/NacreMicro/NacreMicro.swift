import ArgumentParser
import InstructionCounts

@main
enum NacreMicro {
    static func main() {
        MicroCommand.main()
    }
}
