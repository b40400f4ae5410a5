@main enum Overread {
    static func main() {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
        bytes.initialize(repeating: 1, count: 16)
        let count = CommandLine.arguments.count + 16
        print(bytes[count - 1])
        bytes.deallocate()
    }
}
