@main struct UnderstudyTool { static func main() {} }
